'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { endOtherSessions, endSession, listSessions, unreadWords, type OwnSession } from '#app/_client/session.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { ErrorLine } from '#app/_ui/error-line.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayHeading } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { deviceName } from './device-name.ts'

/** Where one is signed in, and the way to end it there. */
export function Sessions() {
  const sessions = useQuery({ queryKey: ['sessions'], queryFn: listSessions, staleTime: 0 })
  const [asking, setAsking] = useState(false)
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const end = async (work: () => Promise<string | null>, done: string) => {
    setBusy(true)
    const refused = await work()
    setBusy(false)
    setAsking(false)
    toast(refused === null ? { text: done } : { tone: 'danger', text: refused })
    await sessions.refetch()
  }
  if (sessions.error) {
    return (
      <ErrorLine onRetry={() => void sessions.refetch()}>
        Your sign-ins could not be read. {unreadWords(sessions.error)}
      </ErrorLine>
    )
  }
  if (!sessions.data) return <SkeletonRows rows={2} label="Loading your sign-ins" />
  const others = sessions.data.filter(({ current }) => !current).length
  return (
    <>
      <ul
        aria-label="Signed in on"
        className="flex flex-col divide-y divide-line rounded-large border border-line px-4"
      >
        {sessions.data.map((session) => (
          <SessionLine
            key={session.token}
            session={session}
            busy={busy}
            onEnd={() => void end(() => endSession(session.token), `${deviceName(session.userAgent)} is signed out.`)}
          />
        ))}
      </ul>
      {others > 0 && (
        <div>
          <Button onClick={() => setAsking(true)}>Sign out everywhere else</Button>
        </div>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Sign out everywhere else?"
        description="Every other browser and device has to sign in again. You stay signed in here, and what you have scheduled is still sent on time."
        confirmLabel="Sign out everywhere else"
        cancelLabel="Leave it"
        busy={busy}
        onConfirm={() => void end(endOtherSessions, 'You are signed in only here now.')}
      />
    </>
  )
}

function SessionLine({ session, busy, onEnd }: { session: OwnSession; busy: boolean; onEnd: () => void }) {
  const { zone } = useTimeStyle()
  const name = deviceName(session.userAgent)
  const day = (at_ms: number) => dayHeading(at_ms, zone, serverNow())
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-52 leading-snug">
        <p className="font-medium">
          {name}
          {session.current && <span className="font-normal text-muted"> – this one</span>}
        </p>
        <p className="text-small text-muted tabular-nums">
          {/* Noted at most once a day, so a day is all that can be said. */}
          Last use: {day(session.lastUseMs)} · signed in: {day(session.createdMs)}
        </p>
      </div>
      {!session.current && (
        <Button onClick={onEnd} disabled={busy} aria-label={`Sign out ${name}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}
