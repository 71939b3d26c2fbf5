import type { Metadata } from 'next'
import { nextPath } from '#app/_features/account/next-path.ts'
import { SignUpForm } from '#app/_features/account/sign-up-form.tsx'

export const metadata: Metadata = { title: 'Create an account' }

export default async function SignUpPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  return <SignUpForm next={nextPath((await searchParams).next)} />
}
