import { LANES } from '#server/domain/partition/lane-of.ts'
import type { MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { EpochMillis, EpochSeconds } from '#server/domain/time/units.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { listPastDue } from '#server/mysql/due-rows.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { lockScheduledRows } from '#server/mysql/send-rows.ts'
import type { Resources } from '../resources.ts'
import { failRows, tellOfSent } from '../scheduled/tell-author.ts'

export type Held = { workspaceId: WorkspaceId; id: MessageId; sendAt: EpochSeconds }

const BATCH = 200

/**
 * Everything whose second has passed ends as FAILED (expired_after_restore), with a notice to its author, who alone knows
 * whether it is still wanted and can schedule it again under the same id. The caller commits before any worker runs.
 */
export async function holdThePast({ makeId }: Pick<Resources, 'makeId'>, tx: Tx): Promise<Held[]> {
  const now = await loadDbNow(tx)
  const held: Held[] = []
  for (const lane of LANES) {
    for (let full = true; full;) {
      const due = await listPastDue(tx, lane, now, BATCH)
      full = due.length === BATCH
      held.push(...(await holdThese(makeId, tx, due, now)))
    }
  }
  return held.toSorted((a, b) => a.sendAt - b.sendAt)
}

async function holdThese(
  makeId: Resources['makeId'],
  tx: Tx,
  due: Awaited<ReturnType<typeof listPastDue>>,
  now: EpochMillis,
): Promise<Held[]> {
  const rows = [...(await lockScheduledRows(tx, due)).values()].map(({ row }) => row)
  const authors = await failRows(
    tx,
    makeId,
    rows.map((row) => [row, 'expired_after_restore'] as const),
    now,
  )
  await tellOfSent(tx, makeId, { rows: [], sent: [], late: new Map(), channels: new Map(), now }, authors)
  return rows.map(({ workspaceId, id, sendAt }) => ({ workspaceId, id, sendAt }))
}
