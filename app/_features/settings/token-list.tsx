'use client'
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

export type OwnToken = Awaited<ReturnType<typeof trpc.tokens.mine.query>>[number]
type Token = OwnToken & { memberName?: string }
type Props = { label: string; tokens: readonly Token[]; onChanged: () => void }

/** Those in force with their button to revoke, and folded away, those that were. */
export function TokenList({ label, tokens, onChanged }: Props) {
  const [revoking, setRevoking] = useState<Token | null>(null)
  const inForce = tokens.filter((each) => !each.revoked)
  const revoked = tokens.filter((each) => each.revoked)
  return (
    <>
      {inForce.length === 0 ? (
        <p className="text-muted">No token is in force.</p>
      ) : (
        <ul aria-label={label} className="flex flex-col divide-y divide-line rounded-large border border-line px-4">
          {inForce.map((token) => (
            <TokenLine key={token.id} token={token} onRevoke={() => setRevoking(token)} />
          ))}
        </ul>
      )}
      {revoked.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer text-small font-medium text-muted tabular-nums">
            Revoked ({revoked.length})
          </summary>
          <ul className="mt-1 flex flex-col divide-y divide-line px-4">
            {revoked.map((token) => (
              <TokenLine key={token.id} token={token} />
            ))}
          </ul>
        </details>
      )}
      {revoking && <RevokeDialog token={revoking} onDone={onChanged} onClose={() => setRevoking(null)} />}
    </>
  )
}

function TokenLine({ token, onRevoke }: { token: Token; onRevoke?: () => void }) {
  const { zone } = useTimeStyle()
  const made = `made ${shortDay(token.createdMs, zone, serverNow())}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-52 leading-snug">
        <p className="font-medium break-words" dir="auto">
          {token.label}
        </p>
        <p className="text-small break-words text-muted tabular-nums">
          {token.memberName === undefined
            ? made
            : `speaks as ${token.memberName}${token.kind === 'bot' ? ' (app)' : ''}, ${made}`}
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
