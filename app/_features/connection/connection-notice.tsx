'use client'
import { CloudOff, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useConnection } from '#app/_client/react/hooks.ts'

const WORDS = {
  offline: 'You are offline. What you write is kept here and sent when you are back.',
  reconnecting: 'Connecting again…',
  polling: 'Live updates are blocked on this network: new messages arrive every few seconds.',
}
/** A pause shorter than this is nobody's business. */
const SAID_AFTER_MS = 2_000
/** On a slow network the first connection takes its time, and a line that comes and goes makes the page jump. */
const FIRST_SAID_AFTER_MS = 10_000

/** A thin line below the head of the page: it may stay for hours, so it covers nothing. */
export function ConnectionNotice() {
  const connection = useConnection()
  const [said, setSaid] = useState<keyof typeof WORDS | null>(null)
  const wasOnline = useRef(false)
  useEffect(() => {
    wasOnline.current ||= connection === 'online'
    const pause_ms = wasOnline.current ? SAID_AFTER_MS : FIRST_SAID_AFTER_MS
    const timer = setTimeout(
      () => setSaid(connection === 'online' ? null : connection),
      connection === 'reconnecting' ? pause_ms : 0,
    )
    return () => clearTimeout(timer)
  }, [connection])
  return (
    <div role="status" aria-label="Connection" className="shrink-0">
      {said && (
        <p className="flex items-center justify-center gap-2 border-b border-line bg-sunken px-4 py-1 text-small">
          {said === 'offline' ? (
            <CloudOff size={15} aria-hidden className="shrink-0 text-warn" />
          ) : (
            <RefreshCw size={14} aria-hidden className="shrink-0 text-muted" />
          )}
          {WORDS[said]}
        </p>
      )}
    </div>
  )
}
