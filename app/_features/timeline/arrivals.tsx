'use client'
import { useEffect, useRef, useState } from 'react'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useWorkspaceClient } from '#app/_client/react/client-context.ts'
import type { TimelineMessage } from './group-messages.ts'

/** Arrivals within this become one announcement. */
const GATHER_MS = 1_000
const LONGEST_SAID = 200

/** Tells a screen reader what has just arrived: one message by its words, several by their number. */
export function Arrivals({ messages }: { messages: readonly TimelineMessage[] }) {
  const { memberId } = useWorkspaceClient()
  const members = useMembers()
  const [said, setSaid] = useState('')
  const lastSaid = useRef<number | null>(null)
  const newest = messages.findLast(({ delivery }) => delivery === 'sent')?.seq ?? null
  useEffect(() => {
    if (newest === null) return
    if (lastSaid.current === null) {
      lastSaid.current = newest
      return
    }
    const timer = setTimeout(() => {
      const from = lastSaid.current ?? newest
      lastSaid.current = Math.max(from, newest)
      const fresh = messages.filter(
        ({ seq, authorId, delivery }) => seq > from && authorId !== memberId && delivery === 'sent',
      )
      const [only, ...others] = fresh
      if (!only) return
      const author = members?.get(only.authorId)?.displayName ?? 'Somebody'
      setSaid(others.length > 0 ? `${fresh.length} new messages` : `${author}: ${only.text.slice(0, LONGEST_SAID)}`)
    }, GATHER_MS)
    return () => clearTimeout(timer)
  }, [newest, messages, members, memberId])
  return (
    <p role="status" aria-label="Arrivals" className="sr-only">
      {said}
    </p>
  )
}
