import type { Metadata } from 'next'
import { nextPath } from '#app/_features/account/next-path.ts'
import { SignInForm } from '#app/_features/account/sign-in-form.tsx'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  return <SignInForm next={nextPath((await searchParams).next)} />
}
