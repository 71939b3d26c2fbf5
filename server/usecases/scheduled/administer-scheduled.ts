/**
 * What administrators may do with what others have scheduled: see that it is there, and as far as the workspace lets them
 * cancel it, move it and read its text. Whoever is concerned finds it in the message's history and is told of it.
 */
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, MessageId, RowId } from '#server/domain/ids.ts'
import { authorize, isAllowed, type Actor } from '#server/domain/member/authorize.ts'
import { changeConflict, editWindow } from '#server/domain/scheduled-message/state.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { addNotices, type NewNotice } from '#server/mysql/audit.ts'
import type { ScheduledRow } from '#server/mysql/scheduled-messages.ts'
import { listPendingOfWorkspace, type PendingFacts } from '#server/mysql/workspace-pending.ts'
import { readAdminPolicy, type AdminPolicy } from '#server/mysql/workspace-rules.ts'
import type { OthersScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import { cancelChange } from './cancel-scheduled.ts'
import { tellOfChanges, writeChange, type Change } from './change-scheduled.ts'
import { editChange } from './edit-scheduled.ts'
import { signalAdministrators } from './signal-authors.ts'

export type OthersPage = { authorId?: MemberId; after?: { sendAt: number; id: MessageId }; limit: number }

/** Everybody's that waits, and what failed because its author is gone: without texts, soonest first. */
export async function listOthersScheduled(
  resources: Resources,
  actor: Actor,
  page: OthersPage,
): Promise<{ items: OthersScheduledView[]; more: boolean; policy: AdminPolicy }> {
  authorize(actor, { to: 'list-others-scheduled' })
  const { read } = resources.mysql
  const [policy, { rows, now }] = await Promise.all([
    readAdminPolicy(read, actor.workspaceId),
    listPendingOfWorkspace(read, actor.workspaceId, { ...page, readerId: actor.memberId, limit: page.limit + 1 }),
  ])
  const items = rows.slice(0, page.limit).map((row) => viewOf(actor, row, policy, now))
  return { items, more: rows.length > page.limit, policy }
}

function viewOf(actor: Actor, row: PendingFacts, policy: AdminPolicy, now: EpochMillis): OthersScheduledView {
  const { freeze_s: _f, wakeAt_ms: _w, isMember, conversation, ...rest } = row
  const readable = isAllowed(actor, { to: 'read-conversation', conversation: { kind: conversation.kind, isMember } })
  const open = changeConflict(row, now) === null
  return {
    ...rest,
    conversation: readable ? conversation : { id: null, kind: conversation.kind, name: '' },
    editableUntil: editWindow(row, now).editableUntil,
    canManage: open && policy.mayManage,
    canHandOver: open || row.status === 'FAILED',
  }
}

/** @throws DomainError `not_allowed` where the workspace's policy is against it, and the conflicts of `cancelScheduled` */
export function cancelForOther(resources: Resources, actor: Actor, id: MessageId): Promise<void> {
  return changeForOther(resources, actor, id, 'admin_canceled', cancelChange)
}

export type MoveInput = { id: MessageId; version: number; sendAt: number; zone: string; wallClock?: string }

/** @throws DomainError as `cancelForOther`, `edit_conflict`, and where the time cannot be promised */
export function moveForOther(resources: Resources, actor: Actor, { id, ...time }: MoveInput): Promise<void> {
  return changeForOther(resources, actor, id, 'admin_moved', editChange(resources.zoneRules, actor.memberId, time))
}

async function changeForOther(
  resources: Resources,
  actor: Actor,
  id: MessageId,
  kind: NewNotice['kind'],
  change: Change,
): Promise<void> {
  const told: Change = async (tx, held) => {
    const facts = await change(tx, held)
    if (facts && held.row.authorId !== actor.memberId) {
      await addNotices(tx, [noticeOf(resources, actor, held.row, held.row.authorId, kind, held.now)])
    }
    return facts
  }
  const done = await writeChange(resources, actor, id, told, async (tx, row) => {
    const { mayManage } = await readAdminPolicy(tx, row.workspaceId)
    authorize(actor, { to: 'manage-others-scheduled', allowed: mayManage || row.authorId === actor.memberId })
  })
  await tellOfChanges(resources, [done], ['scheduled', 'notices'])
  if (done.changed) await signalAdministrators(resources, actor.workspaceId)
}

/**
 * The text, with a line in its history that says who read it, in one transaction: nobody reads unseen.
 * @throws DomainError `not_allowed` unless the workspace's policy allows it; `already_sent`, `already_canceled`
 */
export async function readTextOfOther(
  resources: Resources,
  actor: Actor,
  id: MessageId,
): Promise<{ text: string; payload: string | null }> {
  const done = await writeChange(
    resources,
    actor,
    id,
    async (_, { row }) => {
      // What is over stands in its conversation, or belongs to its author alone.
      if (row.status === 'SENT' || row.status === 'CANCELED')
        throw new DomainError(row.status === 'SENT' ? 'already_sent' : 'already_canceled', { status: row.status })
      return { kind: 'admin_read', detail: {} }
    },
    async (tx, row) => {
      const { mayRead } = await readAdminPolicy(tx, row.workspaceId)
      authorize(actor, { to: 'read-others-scheduled', allowed: mayRead })
    },
  )
  const { text, payload } = done.after.row
  return { text, payload }
}

export function noticeOf(
  { makeId }: Pick<Resources, 'makeId'>,
  actor: Actor,
  row: ScheduledRow,
  memberId: MemberId,
  kind: NewNotice['kind'],
  createdMs: EpochMillis,
): NewNotice {
  const { workspaceId, id: scheduledId, conversationId, sendAt } = row
  const detail = { actorId: actor.memberId, conversationId, sendAt }
  return { workspaceId, memberId, id: makeId<RowId>(), kind, scheduledId, createdMs, detail }
}
