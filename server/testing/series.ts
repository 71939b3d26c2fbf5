/** Shortcuts for tests of series: one that begins soon, and what became of its messages. */
import { randomUUID } from 'node:crypto'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId, MessageId, SeriesId } from '#server/domain/ids.ts'
import type { Row } from '#server/mysql/connect.ts'
import type { SeriesView } from '#server/protocol/series-view.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { createSeries, type SeriesInput } from '#server/usecases/series/create-series.ts'
import { nowSeconds, refOf, sendThese } from './scheduling.ts'

export const DAY_S = 86_400

/** The wall clock of UTC at an instant. */
export const wallIn = (at: number): string => new Date(at * 1000).toISOString().slice(0, 19)

/** Daily in UTC from an hour ahead, unless told otherwise. @param in_s when the first one is due */
export async function repeat(
  resources: Resources,
  author: Actor,
  conversationId: ConversationId,
  { in_s = 3600, ...facts }: Partial<SeriesInput> & { in_s?: number } = {},
): Promise<SeriesView> {
  return createSeries(resources, author, {
    conversationId,
    text: 'again',
    rule: 'FREQ=DAILY',
    wallClock: wallIn((await nowSeconds(resources)) + in_s),
    zone: 'UTC',
    clientToken: randomUUID(),
    ...facts,
  })
}

export type StoredOccurrence = {
  id: MessageId
  status: string
  sendAt: number
  text: string
  day: string | null
  authorId: string
}

/** Every message that the series ever had, by its time. */
export async function listStored({ mysql }: Resources, seriesId: SeriesId): Promise<StoredOccurrence[]> {
  const [rows] = await mysql.read.query<Row[]>(
    'SELECT id, status, send_at, text, series_day, author_id FROM scheduled_message WHERE series_id = ? ORDER BY send_at, id',
    [seriesId],
  )
  return rows.map((row) => ({
    ...{ id: row.id, status: row.status, sendAt: Number(row.send_at), text: row.text },
    ...{ day: row.series_day, authorId: row.author_id },
  }))
}

export const waitingOf = async (resources: Resources, seriesId: SeriesId): Promise<StoredOccurrence[]> =>
  (await listStored(resources, seriesId)).filter(({ status }) => status === 'SCHEDULED')

/** Sends all of these, as if their seconds had come; what is not waiting any more is not sent. */
export async function sendAll(resources: Resources, by: Actor, stored: readonly { id: MessageId }[]): Promise<void> {
  const at = (await nowSeconds(resources)) - 1
  for (const { id } of stored)
    await resources.mysql.read.query(
      'UPDATE scheduled_message SET send_at = ?, wake_at_ms = ? WHERE id = ? AND wake_at_ms IS NOT NULL',
      [at, at * 1000, id],
    )
  await sendThese(
    resources,
    stored.map(({ id }) => refOf(by, id)),
  )
}

/** Sets columns of a series as they are after a crash, an outage or a long time. */
export async function setSeries(
  { mysql }: Resources,
  seriesId: SeriesId,
  columns: Record<string, string | number | null>,
): Promise<void> {
  await mysql.read.query('UPDATE scheduled_series SET ? WHERE id = ?', [columns, seriesId])
}

export async function readSeriesColumns({ mysql }: Resources, seriesId: SeriesId): Promise<Row> {
  const [rows] = await mysql.read.query<Row[]>('SELECT * FROM scheduled_series WHERE id = ?', [seriesId])
  if (!rows[0]) throw new Error(`no series ${seriesId}`)
  return rows[0]
}
