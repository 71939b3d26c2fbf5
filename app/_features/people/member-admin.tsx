'use client'
import { useState } from 'react'
import { ROLES, type Role } from '#server/domain/conversation/posting.ts'
import type { MemberId } from '#server/domain/ids.ts'
import { useDirectorySync } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { FIELD_LOOK } from '#app/_ui/text-field.tsx'
import { useToast } from '#app/_ui/toast.tsx'

/** An administrator's hand on a member: their role, shutting them out, letting them in again. */
export function MemberAdmin({
  member,
}: {
  member: { id: MemberId; displayName: string; role: Role; deactivated: boolean }
}) {
  const { workspaceId, me } = useWorkspace()
  const refresh = useDirectorySync()
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const setRole = async (role: Role) => {
    try {
      await trpc.members.setRole.mutate({ workspaceId, memberId: member.id, role })
    } catch (error) {
      toast({ tone: 'danger', text: failureWords(error) })
    }
    await refresh()
  }
  const deactivate = async () => {
    setBusy(true)
    try {
      await trpc.members.deactivate.mutate({ workspaceId, memberId: member.id })
      setAsking(false)
    } catch (error) {
      setRefused(failureWords(error))
    }
    setBusy(false)
    await refresh()
  }
  const activate = async () => {
    setBusy(true)
    try {
      await trpc.members.activate.mutate({ workspaceId, memberId: member.id })
      toast({ text: `${member.displayName} can sign in here again. What failed meanwhile can be scheduled again.` })
    } catch (error) {
      toast({ tone: 'danger', text: failureWords(error) })
    }
    setBusy(false)
    await refresh()
  }
  if (member.deactivated) {
    return (
      <Button busy={busy} onClick={() => void activate()} aria-label={`Activate ${member.displayName}`}>
        Activate
      </Button>
    )
  }
  return (
    <>
      <select
        aria-label={`Role of ${member.displayName}`}
        value={member.role}
        onChange={(event) => void setRole(ROLES.find((role) => role === event.target.value) ?? member.role)}
        className={`${FIELD_LOOK} !w-auto`}
      >
        {ROLES.map((role) => (
          <option key={role} value={role} disabled={role === 'owner' && me.role !== 'owner'}>
            {role}
          </option>
        ))}
      </select>
      {member.id !== me.memberId && (
        <Button look="quiet" onClick={() => setAsking(true)} aria-label={`Deactivate ${member.displayName}`}>
          Deactivate
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Deactivate ${member.displayName}?`}
        description="They are signed out everywhere at once, and what they have scheduled will not be sent unless you hand it over, under Drafts & scheduled. Their messages stay, and you can activate them again."
        confirmLabel="Deactivate"
        cancelLabel="Keep them"
        look="danger"
        busy={busy}
        error={refused}
        onConfirm={() => void deactivate()}
      />
    </>
  )
}
