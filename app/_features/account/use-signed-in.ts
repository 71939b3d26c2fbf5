'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { trpc } from '#app/_client/trpc.ts'

/** Who is signed in; nobody: off to sign in, and back to `here` afterwards. Undefined until that is known. */
export function useSignedIn(here: string) {
  const router = useRouter()
  const session = useQuery({ queryKey: ['session'], queryFn: () => trpc.session.me.query() })
  const nobody = session.data === null
  useEffect(() => {
    if (nobody) router.replace(here === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(here)}`)
  }, [nobody, router, here])
  return session.data ?? undefined
}
