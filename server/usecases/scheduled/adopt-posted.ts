import type { MessageId } from '#server/domain/ids.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { readPostedIds } from '#server/mysql/messages.ts'
import type { ScheduledRow } from '#server/mysql/scheduled-messages.ts'
import { markSent } from '#server/mysql/send-rows.ts'

/**
 * A message of this id exists although its row is not SENT: only a restored or failed-over database can say so.
 * The row takes the message over, and nothing is posted twice (I1).
 * @returns the ids that were settled this way
 */
export async function adoptPosted(tx: Tx, rows: readonly ScheduledRow[]): Promise<Set<MessageId>> {
  const posted = await readPostedIds(tx, rows)
  await markSent(tx, rows.filter((row) => posted.has(row.id)), null)
  return posted
}
