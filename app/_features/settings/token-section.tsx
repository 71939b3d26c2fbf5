'use client'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { SCOPES } from '#server/domain/member/scopes.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { shortDay } from '#app/_ui/time-text.ts'
import { NewTokenDialog } from './new-token-dialog.tsx'

type Token = Awaited<ReturnType<typeof trpc.tokens.list.query>>[number]

/** Tokens for programs that use the Slack-compatible door: made, seen once, revoked. */
export function TokenSection() {
  const { workspaceId } = useWorkspace()
  const [making, setMaking] = useState(false)
  const [revoking, setRevoking] = useState<Token | null>(null)
  const tokens = useQuery({
    queryKey: ['tokens', workspaceId],
    queryFn: () => trpc.tokens.list.query({ workspaceId }),
  })
  const [inForce, revoked] = [true, false].map((wanted) =>
    (tokens.data ?? []).filter((each) => !each.revoked === wanted),
  )
  return (
    <>
      {tokens.error && <p className="text-danger">{failureWords(tokens.error)}</p>}
      {tokens.data && inForce?.length === 0 && <p className="text-muted">No token is in force.</p>}
      {inForce && inForce.length > 0 && (
        <ul
          aria-label="Tokens in force"
          className="flex flex-col divide-y divide-line rounded-large border border-line px-4"
        >
          {inForce.map((token) => (
            <TokenLine key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      {revoked && revoked.length > 0 && (
        <details>
          <summary className="cursor-pointer text-small font-medium text-muted tabular-nums">
            Revoked ({revoked.length})
          </summary>
          <ul className="mt-1 flex flex-col divide-y divide-line px-4">
            {revoked.map((token) => (
              <TokenLine key={token.id} token={token} />
            ))}
          </ul>
        </details>
      )}
      <div>
        <Button onClick={() => setMaking(true)}>
          <Plus size={16} aria-hidden /> New token
        </Button>
      </div>
      {making && (
        <NewTokenDialog
          bots={botsOf(tokens.data ?? [])}
          onMade={() => void tokens.refetch()}
          onClose={() => setMaking(false)}
        />
      )}
      {revoking && (
        <RevokeDialog token={revoking} onDone={() => void tokens.refetch()} onClose={() => setRevoking(null)} />
      )}
    </>
  )
}

function TokenLine({ token, onRevoke }: { token: Token; onRevoke?: () => void }) {
  const { zone } = useTimeStyle()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-52 leading-snug">
        <p className="font-medium break-words" dir="auto">
          {token.label}
        </p>
        <p className="text-small break-words text-muted">
          speaks as {token.memberName}
          {token.kind === 'bot' && ' (app)'}, made {shortDay(token.createdMs, zone, serverNow())}
        </p>
        <p className="text-small break-words text-muted">
          {token.scopes.length === SCOPES.length ? 'all scopes' : token.scopes.join(', ')}
        </p>
      </div>
      {onRevoke && (
        <Button onClick={onRevoke} aria-label={`Revoke ${token.label}`}>
          Revoke
        </Button>
      )}
    </li>
  )
}

function RevokeDialog({ token, onDone, onClose }: { token: Token; onDone: () => void; onClose: () => void }) {
  const { workspaceId } = useWorkspace()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const revoke = async () => {
    setBusy(true)
    try {
      await trpc.tokens.revoke.mutate({ workspaceId, id: token.id })
      onDone()
      onClose()
    } catch (error) {
      setRefused(failureWords(error))
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Revoke “${token.label}”?`}
      description="Programs that use it are refused from now on. This cannot be taken back; what they scheduled stays."
      confirmLabel="Revoke"
      look="danger"
      busy={busy}
      error={refused}
      onConfirm={() => void revoke()}
    />
  )
}

/** Bots that have a token already: a second one, for the day the first has to go. */
function botsOf(tokens: readonly Token[]): Map<Token['memberId'], string> {
  return new Map(tokens.flatMap(({ kind, memberId, memberName }) => (kind === 'bot' ? [[memberId, memberName]] : [])))
}
