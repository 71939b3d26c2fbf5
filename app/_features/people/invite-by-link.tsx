'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { ErrorLine } from '#app/_ui/error-line.tsx'
import { SelectField, TextField } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { useCopy } from '#app/_ui/use-copy.ts'

type Link = { url: string; expiresMs: number }

/** A link that lets others join; shown once, withdrawn at any time. */
export function InviteByLink() {
  const { workspaceId, me, name } = useWorkspace()
  const style = useTimeStyle()
  const queries = useQueryClient()
  const toast = useToast()
  const [role, setRole] = useState<'member' | 'admin'>('member')
  const [link, setLink] = useState<Link | null>(null)
  const [busy, setBusy] = useState(false)
  const create = async () => {
    setBusy(true)
    try {
      setLink(await trpc.invitations.create.mutate({ workspaceId, role }))
      void queries.invalidateQueries({ queryKey: ['invitations', workspaceId] })
    } catch (error) {
      toast({ tone: 'danger', text: failureWords(error) })
    }
    setBusy(false)
  }
  const copy = useCopy()
  return (
    <section aria-label="Invite people" className="rounded-large border border-line bg-surface p-4 sm:p-5">
      <h2 className="font-semibold">Invite people to {name}</h2>
      <div className="mt-3 flex flex-wrap items-end gap-3">
        {me.role !== 'member' && (
          <SelectField
            label="They join as"
            value={role}
            onChange={(event) => setRole(event.target.value === 'admin' ? 'admin' : 'member')}
            className="w-36"
          >
            <option value="member">member</option>
            <option value="admin">admin</option>
          </SelectField>
        )}
        <Button look="primary" busy={busy} onClick={() => void create()}>
          <Link2 size={16} aria-hidden /> Create invitation link
        </Button>
      </div>
      {link && (
        <div className="mt-4 flex flex-wrap items-end gap-3">
          <TextField
            label="Invitation link"
            readOnly
            value={link.url}
            onFocus={(event) => event.currentTarget.select()}
            hint={`Whoever has it can join until ${moment(link.expiresMs, style, serverNow())}. It is shown only this once.`}
            className="min-w-60 flex-1"
          />
          <Button onClick={() => void copy(link.url, 'The link is copied.')} className="mb-auto mt-6">
            Copy link
          </Button>
        </div>
      )}
      <OpenInvitations />
    </section>
  )
}

function OpenInvitations() {
  const { workspaceId } = useWorkspace()
  const style = useTimeStyle()
  const toast = useToast()
  const invitations = useQuery({
    queryKey: ['invitations', workspaceId],
    queryFn: () => trpc.invitations.list.query({ workspaceId }),
  })
  const [withdrawing, setWithdrawing] = useState<string | null>(null)
  const open = (invitations.data ?? []).filter(({ state }) => state === 'open')
  if (!invitations.data && invitations.error) {
    return (
      <ErrorLine onRetry={() => void invitations.refetch()}>
        The open links could not be read. {failureWords(invitations.error)}
      </ErrorLine>
    )
  }
  const revoke = async (id: (typeof open)[number]['id']) => {
    setWithdrawing(id)
    try {
      await trpc.invitations.revoke.mutate({ workspaceId, id })
      toast({ text: 'The link is withdrawn: nobody can join by it any more.' })
    } catch (error) {
      toast({ tone: 'danger', text: failureWords(error) })
    }
    await invitations.refetch()
    setWithdrawing(null)
  }
  return (
    <details className="mt-4">
      <summary className="min-h-6 cursor-pointer text-small font-medium text-muted tabular-nums">
        {/* The line has its place before the answer is here, so that nothing below it jumps. */}
        Open links {invitations.data && `(${open.length})`}
      </summary>
      {invitations.data && open.length === 0 && (
        <p className="mt-2 text-small text-muted">None: nobody can join by a link.</p>
      )}
      <ul className="mt-2 flex flex-col divide-y divide-line">
        {open.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center gap-3 py-1.5 text-small tabular-nums">
            <span className="flex-1">
              As {each.role}, until {moment(each.expiresMs, style, serverNow())}, used{' '}
              {each.useCount === 1 ? 'once' : `${each.useCount} times`}
            </span>
            <Button
              look="quiet"
              busy={withdrawing === each.id}
              disabled={withdrawing !== null}
              onClick={() => void revoke(each.id)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </details>
  )
}
