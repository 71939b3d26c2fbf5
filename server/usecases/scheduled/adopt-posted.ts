import type { MakeId, MessageId, RowId } from '#server/domain/ids.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { addAuditEvents } from '#server/mysql/audit.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { readPostedIds } from '#server/mysql/messages.ts'
import type { DueRow } from '#server/mysql/scheduled-messages.ts'
import { markSent } from '#server/mysql/send-rows.ts'

/**
 * A message of this id exists although its row is not SENT: only a restored or failed-over database can say so.
 * The row takes the message over, and nothing is posted twice (I1).
 * @returns the ids that were settled this way
 */
export async function adoptPosted(
  tx: Tx,
  makeId: MakeId,
  rows: readonly DueRow[],
  now: EpochMillis,
): Promise<Set<MessageId>> {
  const posted = await readPostedIds(tx, rows)
  const adopted = rows.filter((row) => posted.has(row.id))
  await markSent(tx, adopted, null)
  await addAuditEvents(
    tx,
    adopted.map(({ workspaceId, id: scheduledId, sendAt }) => ({
      workspaceId,
      scheduledId,
      id: makeId<RowId>(),
      kind: 'sent',
      actorId: null,
      client: 'system',
      at_ms: now,
      detail: { planned: sendAt, adopted: true },
    })),
  )
  return posted
}
