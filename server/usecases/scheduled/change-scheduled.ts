/**
 * One change by the author: the row is locked, the change decided from what it is now, and written with its audit line
 * in the same transaction. Whoever gets the lock first wins; the other is told the truth (C2, I3).
 */
import { DomainError } from '#server/domain/errors.ts'
import type { MessageId, RowId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { addAuditEvents, hasAuditEvent, type AuditEvent } from '#server/mysql/audit.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { lockScheduled, readScheduled, type ReadScheduled } from '#server/mysql/scheduled-messages.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import { announceDue } from './announce-due.ts'
import { viewOfScheduled } from './scheduled-view.ts'
import { signalAuthors } from './signal-authors.ts'

/** What goes to the audit trail, or null where nothing changed. */
export type ChangeFacts = { kind: AuditEvent['kind']; detail: Record<string, unknown> } | null

/**
 * @param change decides and writes, under the row's lock; throws a DomainError to refuse
 * @throws DomainError `not_found` where the actor may not see it
 */
export async function changeScheduled(
  resources: Resources,
  actor: Actor,
  id: MessageId,
  change: (tx: Tx, held: ReadScheduled) => Promise<ChangeFacts>,
): Promise<ScheduledView> {
  const eventId = resources.makeId<RowId>()
  let reachedCommit = false
  const { after, changed } = await withTransaction(resources.mysql, async (tx) => {
    const held = await lockScheduled(tx, actor.workspaceId, id)
    if (!held) throw new DomainError('not_found', { id })
    authorize(actor, { to: 'change-scheduled', scheduled: held.row })
    // Run again after a commit whose answer was lost: the change is no conflict with itself.
    if (reachedCommit && (await hasAuditEvent(tx, actor.workspaceId, id, eventId)))
      return { after: held, changed: true }
    const facts = await change(tx, held)
    if (!facts) return { after: held, changed: false }
    await addAuditEvents(tx, [
      {
        workspaceId: actor.workspaceId,
        scheduledId: id,
        id: eventId,
        kind: facts.kind,
        actorId: actor.memberId,
        client: actor.client,
        at_ms: held.now,
        detail: facts.detail,
      },
    ])
    const after = await readScheduled(tx, actor.workspaceId, id)
    if (!after) throw new DomainError('not_found', { id })
    reachedCommit = true
    return { after, changed: true }
  })
  if (changed) {
    const { row } = after
    if (row.wakeAt_ms !== null) await announceDue(resources, [{ ...row, wakeAt_ms: row.wakeAt_ms }])
    await signalAuthors(resources, [actor.memberId])
  }
  return viewOfScheduled(after)
}
