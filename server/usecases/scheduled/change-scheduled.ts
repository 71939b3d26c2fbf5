/**
 * One change by the author: the row is locked, the change decided from what it is now, and written with its audit line
 * in the same transaction. Whoever gets the lock first wins; the other is told the truth (C2, I3).
 */
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, MessageId, RowId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { addAuditEvents, hasAuditEvent, type AuditEvent } from '#server/mysql/audit.ts'
import type { Tx } from '#server/mysql/connect.ts'
import {
  lockScheduled,
  readScheduled,
  type ReadScheduled,
  type ScheduledRow,
} from '#server/mysql/scheduled-messages.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Nudge } from '#server/protocol/socket-events.ts'
import type { Resources } from '../resources.ts'
import { announceDue } from './announce-due.ts'
import { viewOfScheduled } from './scheduled-view.ts'
import { signalAuthors } from './signal-authors.ts'

/** What goes to the audit trail, or null where nothing changed. */
export type ChangeFacts = { kind: AuditEvent['kind']; detail: Record<string, unknown> } | null

/** Decides and writes, under the row's lock; throws a DomainError to refuse. */
export type Change = (tx: Tx, held: ReadScheduled) => Promise<ChangeFacts>

/** Asked under the row's lock, before anything is told of the row. @throws DomainError */
type Allow = (tx: Tx, row: ScheduledRow) => void | Promise<void>

/** A change that is committed, and whom it concerns. */
export type Changed = { after: ReadScheduled; changed: boolean; concerns: MemberId[] }

/** @throws DomainError `not_found` where the actor may not see it */
export async function changeScheduled(
  resources: Resources,
  actor: Actor,
  id: MessageId,
  change: Change,
): Promise<ScheduledView> {
  const done = await writeChange(resources, actor, id, change)
  await tellOfChanges(resources, [done])
  return viewOfScheduled(done.after)
}

/**
 * The transaction alone; whoever calls it tells of it afterwards.
 * @param allow by default only its author may
 * @throws DomainError `not_found` where it is not there or the actor may not see it
 */
export async function writeChange(
  resources: Resources,
  actor: Actor,
  id: MessageId,
  change: Change,
  allow: Allow = (_, row) => authorize(actor, { to: 'change-scheduled', scheduled: row }),
): Promise<Changed> {
  const eventId = resources.makeId<RowId>()
  let reachedCommit = false
  let concerns: MemberId[] = []
  return withTransaction(resources.mysql, async (tx) => {
    const held = await lockScheduled(tx, actor.workspaceId, id)
    if (!held) throw new DomainError('not_found', { id })
    // Run again after a commit whose answer was lost: the change is no conflict with itself.
    if (reachedCommit && (await hasAuditEvent(tx, actor.workspaceId, id, eventId)))
      return { after: held, changed: true, concerns: [...concerns, held.row.authorId] }
    await allow(tx, held.row)
    concerns = [held.row.authorId]
    const facts = await change(tx, held)
    if (!facts) return { after: held, changed: false, concerns }
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
    return { after, changed: true, concerns: [...concerns, after.row.authorId] }
  })
}

/** In one trip to Redis and one signal per person, however many there are. Never throws. */
export async function tellOfChanges(
  resources: Resources,
  changes: readonly Changed[],
  about: readonly Nudge[] = ['scheduled'],
): Promise<void> {
  const news = changes.filter(({ changed }) => changed)
  if (news.length === 0) return
  const waiting = news.flatMap(({ after: { row } }) =>
    row.wakeAt_ms === null ? [] : [{ ...row, wakeAt_ms: row.wakeAt_ms }],
  )
  await announceDue(resources, waiting)
  await signalAuthors(
    resources,
    news.flatMap(({ concerns }) => concerns),
    about,
  )
}
