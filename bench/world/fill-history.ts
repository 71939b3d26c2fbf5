import type { Resources } from '#server/usecases/resources.ts'
import type { Place } from './company.ts'
import { TEXT } from './fill-scheduled.ts'

/** Above every id that the application makes meanwhile. */
const FIRST_ID = 5_000_000_000_000_000_000n

/** A conversation with `count` messages, numbered from 1 without a gap, doubled inside the database. */
export async function fillHistory(
  { mysql }: Resources,
  { workspaceId, conversationId, memberIds }: Place,
  count: number,
): Promise<void> {
  await mysql.read.query(
    `INSERT INTO message (workspace_id, channel_id, seq, id, author_id, origin, text, ts_us, created_ms, changed_seq)
     VALUES (?, ?, 1, ${FIRST_ID}, ?, 'typed', ?, 1700000000000001, 1700000000000, 1)`,
    [workspaceId, conversationId, memberIds[0], TEXT],
  )
  for (let have = 1; have < count; have *= 2) {
    const more = Math.min(have, count - have)
    await mysql.read.query(
      `INSERT INTO message (workspace_id, channel_id, seq, id, author_id, origin, text, ts_us, created_ms, changed_seq)
       SELECT workspace_id, channel_id, seq + ${have}, id + ${have}, author_id, origin, text, ts_us + ${have}, created_ms, changed_seq + ${have}
       FROM message WHERE workspace_id = ? AND channel_id = ? AND seq <= ${more}`,
      [workspaceId, conversationId],
    )
  }
  await mysql.read.query(
    'UPDATE channel SET last_seq = ?, last_message_seq = ?, last_ts_us = ? WHERE workspace_id = ? AND id = ?',
    [count, count, 1_700_000_000_000_000 + count, workspaceId, conversationId],
  )
}
