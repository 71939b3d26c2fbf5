'use client'
import Link from 'next/link'
import { Button } from '#app/_ui/button.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import { signUp } from '#app/_client/session.ts'
import { MIN_PASSWORD_LENGTH } from '#server/domain/member/password.ts'
import { useAccountForm } from './use-account-form.ts'

export function SignUpForm({ next }: { next: string }) {
  const { refusal, busy, onSubmit } = useAccountForm(next, (form) =>
    signUp({
      name: String(form.get('name')).trim(),
      email: String(form.get('email')),
      password: String(form.get('password')),
    }),
  )
  return (
    <form onSubmit={onSubmit} aria-label="Create an account" className="flex flex-col gap-4">
      <h1 className="text-title font-semibold tracking-tight">Create an account</h1>
      <TextField label="Your name" name="name" autoComplete="name" required maxLength={80} autoFocus />
      <TextField label="E-mail" name="email" type="email" autoComplete="username" required />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={MIN_PASSWORD_LENGTH}
        hint={`At least ${MIN_PASSWORD_LENGTH} characters.`}
        error={refusal}
      />
      <Button type="submit" look="primary" busy={busy} className="mt-1">
        Create account
      </Button>
      <p className="text-muted">
        Already have one?{' '}
        <Link
          href={next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`}
          className="font-medium text-brass underline underline-offset-2"
        >
          Sign in
        </Link>
      </p>
    </form>
  )
}
