import { assert } from '#server/domain/assert.ts'
import type { Db, Row } from '#server/mysql/connect.ts'
import type { Resources } from '#server/usecases/resources.ts'

/** When the rows made here say they were made: what a run itself sent is later. */
export const LONG_AGO_MS = 1
const SEED = 10_000
/** Above every id that the application makes meanwhile. */
const FIRST_ID = 5_000_000_000_000_000_000n

const SCHEDULED = `workspace_id, author_id, channel_id, text, send_at, zone, wall_clock, zone_rules, freeze_s, status, version,
  fence, wake_at_ms, attempts, sent_at_ms, create_hash, created_ms, changed_ms`
const SCHEDULED_VALUES = `?, 1, ?, 'sent', 1700000000, 'Etc/UTC', '2023-11-14T22:13:20', 'bench', 0, 'SENT', 1, 1, NULL, 0, 1,
  REPEAT('0', 64), ${LONG_AGO_MS}, ${LONG_AGO_MS}`
const MESSAGE = 'workspace_id, channel_id, author_id, origin, text, ts_us, created_ms, send_at'
const MESSAGE_VALUES = `?, ?, 1, 'scheduled', 'sent', 1, ${LONG_AGO_MS}, 0`

/**
 * Messages that were sent long ago, with their scheduled rows, by doubling inside the database: what scans and inserts walk
 * past. All in one channel, with short texts.
 */
export async function multiplySent({ mysql }: Resources, count: number): Promise<void> {
  if (count === 0) return
  const [places] = await mysql.read.query<Row[]>('SELECT workspace_id, id FROM channel LIMIT 1')
  const place = places[0]
  assert(place, 'a company without channels')
  const where = [place.workspace_id, place.id]
  await mysql.read.query(
    `INSERT INTO scheduled_message (id, client_token, sent_seq, lane, ${SCHEDULED}) VALUES (${FIRST_ID}, 'sent-0', 0, 0, ${SCHEDULED_VALUES})`,
    where,
  )
  await mysql.read.query(
    `INSERT INTO message (id, seq, changed_seq, ${MESSAGE}) VALUES (${FIRST_ID}, 0, 0, ${MESSAGE_VALUES})`,
    where,
  )
  for (let have = 1; have < count;) {
    const more = Math.min(have, count - have, Math.max(SEED, Math.floor(count / 100)))
    await multiply(mysql.read, where, have, more)
    have += more
  }
}

async function multiply(db: Db, [workspaceId, channelId]: unknown[], have: number, more: number): Promise<void> {
  const to = FIRST_ID + BigInt(more)
  await db.query(
    `INSERT INTO scheduled_message (id, client_token, sent_seq, lane, ${SCHEDULED})
     SELECT id + ${have}, CONCAT('sent-', id + ${have}), sent_seq + ${have}, (id + ${have}) % 16, ${SCHEDULED}
     FROM scheduled_message WHERE workspace_id = ? AND id >= ${FIRST_ID} AND id < ${to}`,
    [workspaceId],
  )
  await db.query(
    `INSERT INTO message (id, seq, changed_seq, ${MESSAGE})
     SELECT id + ${have}, seq + ${have}, seq + ${have}, ${MESSAGE}
     FROM message WHERE workspace_id = ? AND channel_id = ? AND seq < ${more}`,
    [workspaceId, channelId],
  )
}
