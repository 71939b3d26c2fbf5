/** What the audit trail, the author's notices and the outbox say of a send, in the send's own transaction. */
import type { MakeId, MemberId, MessageId, RowId } from '#server/domain/ids.ts'
import type { FailReason, LateCause } from '#server/domain/scheduled-message/state.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { AppendedMessage } from '#server/mysql/append-messages.ts'
import { addAuditEvents, addNotices, type AuditEvent, type NewNotice } from '#server/mysql/audit.ts'
import type { LockedChannel } from '#server/mysql/channel-locks.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { addOutbox, rangesOf, type OutboxRef } from '#server/mysql/outbox.ts'
import type { DueRow } from '#server/mysql/scheduled-messages.ts'
import { markFailed } from '#server/mysql/send-rows.ts'
import type { Nudge } from '#server/protocol/socket-events.ts'
import type { SignalTo } from '../publish-committed.ts'

/** Whom to nudge about what, once the transaction has committed. */
export type Told = { outbox: OutboxRef | null; signals: SignalTo[] }

type Authors = Map<MemberId, { row: DueRow; about: Set<Nudge> }>

function remember(authors: Authors, row: DueRow, ...about: Nudge[]): void {
  const known = authors.get(row.authorId) ?? { row, about: new Set() }
  for (const nudge of about) known.about.add(nudge)
  authors.set(row.authorId, known)
}

/** A row that is not sent, why, and what more its author is to know. */
export type Refused = readonly [row: DueRow, reason: FailReason, detail?: Record<string, unknown>]

/** FAILED with its reason, its audit line and a notice; the text stays with the row (I4). */
export async function failRows(
  tx: Tx,
  makeId: MakeId,
  refusals: readonly Refused[],
  now: EpochMillis,
): Promise<Authors> {
  const authors: Authors = new Map()
  for (const reason of new Set(refusals.map(([, why]) => why))) {
    await markFailed(
      tx,
      refusals.filter(([, why]) => why === reason).map(([row]) => row),
      reason,
      now,
    )
  }
  await addAuditEvents(
    tx,
    refusals.map(([row, reason, detail]) =>
      eventOf(makeId, row, 'failed', now, { reason, ...detail, planned: row.sendAt }),
    ),
  )
  await addNotices(
    tx,
    refusals.map(([row, reason, detail]) => noticeOf(makeId, row, 'scheduled_failed', now, { reason, ...detail })),
  )
  for (const [row] of refusals) remember(authors, row, 'scheduled', 'notices')
  return authors
}

type SentFacts = {
  rows: readonly DueRow[]
  sent: readonly AppendedMessage[]
  late: ReadonlyMap<MessageId, LateCause>
  channels: ReadonlyMap<string, LockedChannel>
  now: EpochMillis
}

/**
 * Audit of what was sent, notices of what was late, and the one outbox row for everything. The author of a message that
 * was on time is not nudged: its frame tells their list as well (8 µs of 140 a message).
 */
export async function tellOfSent(tx: Tx, makeId: MakeId, facts: SentFacts, authors: Authors): Promise<Told> {
  const { rows, sent, late, channels, now } = facts
  const numbers = new Map(sent.map((message) => [message.id, message.seq]))
  const events = rows.map((row) =>
    eventOf(makeId, row, 'sent', now, {
      planned: row.sendAt,
      sent_ms: now,
      late_ms: now - row.sendAt * 1000,
      seq: numbers.get(row.id),
      ...(late.has(row.id) ? { cause: late.get(row.id) } : {}),
    }),
  )
  await addAuditEvents(tx, events)
  const lateRows = rows.filter((row) => late.has(row.id))
  await addNotices(
    tx,
    lateRows.map((row) => noticeOf(makeId, row, 'scheduled_late', now, { cause: late.get(row.id), sent_ms: now })),
  )
  for (const row of lateRows) remember(authors, row, 'scheduled', 'notices')

  const outbox = await addOutbox(tx, makeId<RowId>(), {
    ranges: rangesOf(channels.values()),
    members: [...authors].map(([memberId, { row }]) => [row.workspaceId, memberId]),
  })
  return {
    outbox,
    signals: [...authors].map(([memberId, { about }]) => ({ memberId, signal: { type: 'nudge', about: [...about] } })),
  }
}

function eventOf(
  makeId: MakeId,
  row: DueRow,
  kind: AuditEvent['kind'],
  at_ms: EpochMillis,
  detail: Record<string, unknown>,
): AuditEvent {
  const { workspaceId, id: scheduledId } = row
  return { workspaceId, scheduledId, id: makeId<RowId>(), kind, actorId: null, client: 'system', at_ms, detail }
}

function noticeOf(
  makeId: MakeId,
  row: DueRow,
  kind: NewNotice['kind'],
  createdMs: EpochMillis,
  detail: Record<string, unknown>,
): NewNotice {
  const { workspaceId, authorId: memberId, id: scheduledId, conversationId, sendAt } = row
  return {
    workspaceId,
    memberId,
    id: makeId<RowId>(),
    kind,
    scheduledId,
    createdMs,
    detail: { ...detail, conversationId, sendAt },
  }
}
