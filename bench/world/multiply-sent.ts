import type { Db } from '#server/mysql/connect.ts'
import type { Resources } from '#server/usecases/resources.ts'

/** Whose the rows made here are: a workspace of its own, below every id that the application makes. */
export const LONG_AGO_WORKSPACE = 1
const LONG_AGO_MS = 1
const SEED = 10_000
const SCHEDULED = `workspace_id, author_id, channel_id, text, send_at, zone, wall_clock, zone_rules, freeze_s, status, version,
  fence, wake_at_ms, attempts, sent_at_ms, create_hash, created_ms, changed_ms`
const SCHEDULED_VALUES = `${LONG_AGO_WORKSPACE}, 1, 1, 'sent', 1700000000, 'Etc/UTC', '2023-11-14T22:13:20', 'bench', 0, 'SENT', 1,
  1, NULL, 0, 1, REPEAT('0', 64), ${LONG_AGO_MS}, ${LONG_AGO_MS}`
const MESSAGE = 'workspace_id, channel_id, author_id, origin, text, ts_us, created_ms, send_at'
const MESSAGE_VALUES = `${LONG_AGO_WORKSPACE}, 1, 1, 'scheduled', 'sent', 1, ${LONG_AGO_MS}, 0`

/**
 * Messages that were sent long ago, with their scheduled rows, by doubling inside the database: what scans and inserts walk
 * past. All in one channel, with short texts.
 */
export async function multiplySent({ mysql }: Resources, count: number): Promise<void> {
  if (count === 0) return
  await mysql.read.query(
    `INSERT INTO scheduled_message (id, client_token, sent_seq, lane, ${SCHEDULED}) VALUES (1, 'sent-1', 1, 1, ${SCHEDULED_VALUES})`,
  )
  await mysql.read.query(`INSERT INTO message (id, seq, changed_seq, ${MESSAGE}) VALUES (1, 1, 1, ${MESSAGE_VALUES})`)
  for (let have = 1; have < count;) {
    const more = Math.min(have, count - have, Math.max(SEED, Math.floor(count / 100)))
    await multiply(mysql.read, have, more)
    have += more
  }
}

async function multiply(db: Db, have: number, more: number): Promise<void> {
  await db.query(
    `INSERT INTO scheduled_message (id, client_token, sent_seq, lane, ${SCHEDULED})
     SELECT id + ?, CONCAT('sent-', id + ?), sent_seq + ?, (id + ?) % 16, ${SCHEDULED}
     FROM scheduled_message WHERE workspace_id = ${LONG_AGO_WORKSPACE} AND id <= ?`,
    [have, have, have, have, more],
  )
  await db.query(
    `INSERT INTO message (id, seq, changed_seq, ${MESSAGE}) SELECT id + ?, seq + ?, seq + ?, ${MESSAGE}
     FROM message WHERE workspace_id = ${LONG_AGO_WORKSPACE} AND channel_id = 1 AND seq <= ?`,
    [have, have, have, more],
  )
}
