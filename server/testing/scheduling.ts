/** Shortcuts for tests of the pipeline: schedule, move a row in time, look at what became of it. */
import { randomUUID } from 'node:crypto'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import { millis } from '#server/domain/time/units.ts'
import type { Row } from '#server/mysql/connect.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { ScheduleInput } from '#server/usecases/scheduled/new-scheduled.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { sendDue, type SendReport, type SendTerms } from '#server/usecases/scheduled/send-due.ts'

export async function nowSeconds({ mysql }: Pick<Resources, 'mysql'>): Promise<number> {
  return Math.floor((await loadDbNow(mysql.read)) / 1000)
}

/** Accepts a message due in an hour, unless told otherwise. */
export async function scheduleOne(
  resources: Resources,
  author: Actor,
  conversationId: ConversationId,
  facts: Partial<ScheduleInput> = {},
): Promise<ScheduledView> {
  const sendAt = facts.sendAt ?? (await nowSeconds(resources)) + 3600
  return scheduleMessage(resources, author, {
    conversationId,
    text: 'later',
    zone: 'Europe/Berlin',
    clientToken: randomUUID(),
    ...facts,
    sendAt,
  })
}

/** Moves a row's second into the past (or elsewhere), as if time had gone by. */
export async function moveSendAt({ mysql }: Resources, author: Actor, id: MessageId, sendAt: number): Promise<void> {
  await mysql.read.query('UPDATE scheduled_message SET send_at = ?, wake_at_ms = ? WHERE workspace_id = ? AND id = ?', [
    sendAt,
    sendAt * 1000,
    author.workspaceId,
    id,
  ])
}

/** Sets columns of a row as they are after a crash, a lease or a long wait. */
export async function setRow(
  { mysql }: Resources,
  author: Actor,
  id: MessageId,
  columns: Record<string, unknown>,
): Promise<void> {
  await mysql.read.query('UPDATE scheduled_message SET ? WHERE workspace_id = ? AND id = ?', [
    columns,
    author.workspaceId,
    id,
  ])
}

/** Accepted an hour ahead, then moved so that it has been due for `overdue_s`. */
export async function scheduleDue(
  resources: Resources,
  author: Actor,
  conversationId: ConversationId,
  facts: Partial<ScheduleInput> & { overdue_s?: number } = {},
): Promise<ScheduledView> {
  const { overdue_s = 1, ...rest } = facts
  const view = await scheduleOne(resources, author, conversationId, rest)
  const sendAt = (await nowSeconds(resources)) - overdue_s
  await moveSendAt(resources, author, view.id, sendAt)
  return { ...view, sendAt }
}

export const refOf = (author: Actor, id: MessageId): DueRef => ({ workspaceId: author.workspaceId, id })

export function sendThese(
  resources: Resources,
  refs: readonly DueRef[],
  terms: Partial<SendTerms> = {},
): Promise<SendReport> {
  return sendDue(resources, refs, {
    path: 'queue',
    owner: 'test',
    lease_ms: millis(30_000),
    leaseFirst: false,
    ...terms,
  })
}

export type RowFacts = {
  status: string
  version: number
  fence: number
  attempts: number
  sentSeq: number | null
  failReason: string | null
  wakeAt_ms: number | null
}

export async function readRow({ mysql }: Resources, author: Actor, id: MessageId): Promise<RowFacts> {
  const [rows] = await mysql.read.query<Row[]>('SELECT * FROM scheduled_message WHERE workspace_id = ? AND id = ?', [
    author.workspaceId,
    id,
  ])
  const row = rows[0]
  if (!row) throw new Error(`no row ${id}`)
  return {
    status: row.status,
    version: row.version,
    fence: row.fence,
    attempts: row.attempts,
    sentSeq: row.sent_seq === null ? null : Number(row.sent_seq),
    failReason: row.fail_reason,
    wakeAt_ms: row.wake_at_ms === null ? null : Number(row.wake_at_ms),
  }
}

export type PostedMessage = { id: MessageId; seq: number; text: string }

export async function listPosted(
  { mysql }: Resources,
  author: Actor,
  conversationId: ConversationId,
): Promise<PostedMessage[]> {
  const [rows] = await mysql.read.query<Row[]>(
    'SELECT id, seq, text FROM message WHERE workspace_id = ? AND channel_id = ? ORDER BY seq',
    [author.workspaceId, conversationId],
  )
  return rows.map((row) => ({ id: row.id, seq: Number(row.seq), text: row.text }))
}

/** Looks again until it is so, or fails after `patience_ms`. */
export async function eventually(what: string, isSo: () => Promise<boolean>, patience_ms = 10_000): Promise<void> {
  const deadline = performance.now() + patience_ms
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`not within ${patience_ms} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
}
