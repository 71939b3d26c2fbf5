'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'

/** Submits once at a time, keeps what was typed when refused, and goes on to `next` when done. */
export function useAccountForm(next: string, submit: (form: FormData) => Promise<string | null>) {
  const router = useRouter()
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBusy(true)
    setRefusal(null)
    void submit(new FormData(event.currentTarget)).then((refused) => {
      setRefusal(refused)
      if (refused !== null) return setBusy(false)
      queries.clear()
      router.push(next)
    })
  }
  return { refusal, busy, onSubmit }
}
