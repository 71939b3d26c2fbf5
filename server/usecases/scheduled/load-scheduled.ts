import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { listAuditEvents } from '#server/mysql/audit.ts'
import { listScheduledOf, type ListedStatus, type ScheduledCursor } from '#server/mysql/scheduled-lists.ts'
import { readScheduled } from '#server/mysql/scheduled-messages.ts'
import type { ScheduledEventView, ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import { viewOfScheduled } from './scheduled-view.ts'

/** @throws DomainError `not_found`, also for another's */
export async function loadScheduled(resources: Resources, actor: Actor, id: MessageId): Promise<ScheduledView> {
  const read = await readScheduled(resources.mysql.read, actor.workspaceId, id)
  if (!read) throw new DomainError('not_found', { id })
  authorize(actor, { to: 'see-scheduled', scheduled: read.row })
  return viewOfScheduled(read)
}

export type ListInput = {
  status: ListedStatus
  conversationId?: ConversationId
  after?: ScheduledCursor
  /** Earliest and latest second, both included. */
  from?: number
  to?: number
  limit: number
}

/** The actor's own, by time: pending ones soonest first, the others latest first. */
export async function listScheduled(
  resources: Resources,
  actor: Actor,
  input: ListInput,
): Promise<{ items: ScheduledView[]; more: boolean }> {
  const rows = await listScheduledOf(resources.mysql.read, actor.workspaceId, actor.memberId, {
    ...input,
    limit: input.limit + 1,
  })
  return { items: rows.slice(0, input.limit).map(viewOfScheduled), more: rows.length > input.limit }
}

/** The audit trail of one message, oldest first (C8). */
export async function loadScheduledHistory(
  resources: Resources,
  actor: Actor,
  id: MessageId,
): Promise<ScheduledEventView[]> {
  await loadScheduled(resources, actor, id)
  return listAuditEvents(resources.mysql.read, actor.workspaceId, id)
}
