'use client'
import Link from 'next/link'
import { Button } from '#app/_ui/button.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import { signIn } from '#app/_client/session.ts'
import { useAccountForm } from './use-account-form.ts'

export function SignInForm({ next }: { next: string }) {
  const { refusal, busy, onSubmit } = useAccountForm(next, (form) =>
    signIn(String(form.get('email')), String(form.get('password'))),
  )
  return (
    <form onSubmit={onSubmit} aria-label="Sign in" className="flex flex-col gap-4">
      <h1 className="text-title font-semibold tracking-tight">Sign in</h1>
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={refusal}
      />
      <Button type="submit" look="primary" busy={busy} className="mt-1">
        Sign in
      </Button>
      <p className="text-muted">
        New here?{' '}
        <Link
          href={next === '/' ? '/sign-up' : `/sign-up?next=${encodeURIComponent(next)}`}
          className="font-medium text-brass underline underline-offset-2"
        >
          Create an account
        </Link>
      </p>
    </form>
  )
}
