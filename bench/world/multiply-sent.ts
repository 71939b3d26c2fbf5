import { assert } from '#server/domain/assert.ts'
import type { Row } from '#server/mysql/connect.ts'
import type { Resources } from '#server/usecases/resources.ts'

const SEED = 10_000
/** Above every id that the application makes meanwhile. */
const FIRST_ID = 5_000_000_000_000_000_000n

/**
 * Scheduled rows that were sent long ago, by doubling inside the database: only what the workers' scans walk past counts,
 * so they have no message, and their texts are short.
 */
export async function multiplySent({ mysql }: Resources, count: number): Promise<void> {
  if (count === 0) return
  const [places] = await mysql.read.query<Row[]>('SELECT workspace_id, id FROM channel LIMIT 1')
  const place = places[0]
  assert(place, 'a company without channels')
  const columns = `workspace_id, author_id, channel_id, text, send_at, zone, wall_clock, zone_rules, freeze_s, status, version,
    fence, wake_at_ms, attempts, sent_seq, sent_at_ms, create_hash, lane, created_ms, changed_ms`
  const values = `?, 1, ?, 'sent', 1700000000, 'Etc/UTC', '2023-11-14T22:13:20', 'bench', 0, 'SENT', 1, 1, NULL, 0, 1, 1, REPEAT('0', 64), 0, 1, 1`
  await mysql.read.query(
    `INSERT INTO scheduled_message (id, client_token, ${columns}) VALUES (${FIRST_ID}, 'sent-0', ${values})`,
    [place.workspace_id, place.id],
  )
  for (let have = 1; have < count;) {
    const more = Math.min(have, count - have, Math.max(SEED, Math.floor(count / 20)))
    await mysql.read.query(
      `INSERT INTO scheduled_message (id, client_token, ${columns})
       SELECT id + ${have}, CONCAT('sent-', id + ${have}), ${columns.replace('lane', `(id + ${have}) % 16`)}
       FROM scheduled_message WHERE workspace_id = ? AND id >= ${FIRST_ID} AND id < ${FIRST_ID + BigInt(more)}`,
      [place.workspace_id],
    )
    have += more
  }
}
