'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Unlink } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useState, type FormEvent } from 'react'
import { homePath } from '#app/_client/paths.ts'
import { domainErrorOf } from '#app/_client/refusals.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button, buttonLook } from '#app/_ui/button.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import { ZonePicker } from '#app/_ui/zone-picker.tsx'
import { useBrowserZone } from './use-browser-zone.ts'

/** An invitation: what it leads to, and the way in. The link itself is carried through signing up. */
export function JoinWorkspace({ token }: { token: string }) {
  const preview = useQuery({
    queryKey: ['invitation', token],
    queryFn: () => trpc.invitations.preview.query({ token }),
  })
  const session = useQuery({ queryKey: ['session'], queryFn: () => trpc.session.me.query() })
  const failure = preview.error ?? session.error
  // What the server says of the link stays so, however often it is asked.
  if (domainErrorOf(failure)) {
    return (
      <EmptyState
        icon={<Unlink size={28} aria-hidden />}
        title="This invitation cannot be opened"
        action={
          <Link href="/" className={buttonLook('primary')}>
            Go to your workspace
          </Link>
        }
      >
        {failureWords(failure)}
      </EmptyState>
    )
  }
  if (failure) {
    return (
      <ErrorPanel
        title="This invitation cannot be opened"
        reason={failureWords(failure)}
        onRetry={() => {
          void preview.refetch()
          void session.refetch()
        }}
      />
    )
  }
  if (!preview.data || session.data === undefined) return <SkeletonRows rows={3} label="Loading the invitation" />
  const next = encodeURIComponent(`/join/${encodeURIComponent(token)}`)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-title font-semibold tracking-tight text-balance">Join {preview.data.workspaceName}</h1>
        <p className="mt-1 text-muted">{preview.data.invitedBy} invites you.</p>
      </div>
      {session.data ? (
        <JoinForm token={token} ownName={session.data.name} email={session.data.email} />
      ) : (
        <div className="flex flex-col gap-2.5">
          <Link href={`/sign-up?next=${next}`} className={buttonLook('primary')}>
            Create an account
          </Link>
          <Link href={`/sign-in?next=${next}`} className={buttonLook('plain')}>
            I already have one: sign in
          </Link>
        </div>
      )}
    </div>
  )
}

function JoinForm({ token, ownName, email }: { token: string; ownName: string; email: string }) {
  const router = useRouter()
  const queries = useQueryClient()
  const [zone, setZone] = useBrowserZone()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const join = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const displayName = String(new FormData(event.currentTarget).get('displayName'))
    setBusy(true)
    try {
      const joined = await trpc.invitations.accept.mutate({ token, displayName, zone })
      void queries.invalidateQueries({ queryKey: ['workspaces'] })
      router.push(homePath(joined.workspaceId))
    } catch (error) {
      setRefused(failureWords(error))
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void join(event)} aria-label="Join the workspace" className="flex flex-col gap-4">
      <TextField
        label="Your name there"
        name="displayName"
        required
        maxLength={80}
        defaultValue={ownName}
        autoComplete="name"
        error={refused}
      />
      <ZonePicker
        value={zone}
        onChange={setZone}
        at_ms={Date.now()}
        hint="Taken from your browser. Your messages are planned in it."
      />
      <Button type="submit" look="primary" busy={busy}>
        Join
      </Button>
      <p className="text-small text-muted">Signed in as {email}.</p>
    </form>
  )
}
