'use client'
import { useState } from 'react'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { shortDay } from '#app/_ui/time-text.ts'

type OwnWebhook = Awaited<ReturnType<typeof trpc.webhooks.mine.query>>[number]
export type ListedWebhook = OwnWebhook & { memberName?: string; revokedByName?: string | null }
type Props = { label: string; webhooks: readonly ListedWebhook[]; onChanged: () => void }

/** Those in force with their button to revoke, and folded away, those that were. */
export function WebhookList({ label, webhooks, onChanged }: Props) {
  const [revoking, setRevoking] = useState<ListedWebhook | null>(null)
  const inForce = webhooks.filter(({ revokedMs }) => revokedMs === null)
  const revoked = webhooks.filter(({ revokedMs }) => revokedMs !== null)
  return (
    <>
      {inForce.length === 0 ? (
        <p className="text-muted">No webhook is in force.</p>
      ) : (
        <ul aria-label={label} className="flex flex-col divide-y divide-line rounded-large border border-line px-4">
          {inForce.map((webhook) => (
            <WebhookLine key={webhook.id} webhook={webhook} onRevoke={() => setRevoking(webhook)} />
          ))}
        </ul>
      )}
      {revoked.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer text-small font-medium text-muted tabular-nums">
            Revoked ({revoked.length})
          </summary>
          <ul className="mt-1 flex flex-col divide-y divide-line px-4">
            {revoked.map((webhook) => (
              <WebhookLine key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        </details>
      )}
      {revoking && <RevokeDialog webhook={revoking} onDone={onChanged} onClose={() => setRevoking(null)} />}
    </>
  )
}

function WebhookLine({ webhook, onRevoke }: { webhook: ListedWebhook; onRevoke?: () => void }) {
  const { zone } = useTimeStyle()
  const { channelName, memberName, createdMs, lastUsedMs, revokedMs, revokedByName } = webhook
  const day = (ms: number) => shortDay(ms, zone, serverNow())
  const place = channelName === null ? 'a private channel you are not in' : `#${channelName}`
  const ended = revokedMs === null ? null : `revoked ${day(revokedMs)}${revokedByName ? ` by ${revokedByName}` : ''}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-52 leading-snug">
        <p className="font-medium break-words" dir="auto">
          {webhook.label}
        </p>
        <p className="text-small break-words text-muted tabular-nums">
          posts to {place}
          {memberName !== undefined && ` as ${memberName}`}, made {day(createdMs)}
        </p>
        <p className="text-small break-words text-muted tabular-nums">
          {[lastUsedMs === null ? 'never used' : `last used ${day(lastUsedMs)}`, ended].filter(Boolean).join(', ')}
        </p>
      </div>
      {onRevoke && (
        <Button onClick={onRevoke} aria-label={`Revoke ${webhook.label}`}>
          Revoke
        </Button>
      )}
    </li>
  )
}

type RevokeProps = { webhook: ListedWebhook; onDone: () => void; onClose: () => void }

function RevokeDialog({ webhook, onDone, onClose }: RevokeProps) {
  const { workspaceId } = useWorkspace()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const revoke = async () => {
    setBusy(true)
    try {
      await trpc.webhooks.revoke.mutate({ workspaceId, id: webhook.id })
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
      title={`Revoke “${webhook.label}”?`}
      description="Programs that post to its address are refused from now on. This cannot be taken back; what they posted stays."
      confirmLabel="Revoke"
      look="danger"
      busy={busy}
      error={refused}
      onConfirm={() => void revoke()}
    />
  )
}
