/**
 * The sweeper stands still with rows it has leased, and dispatchers come back: both have found the same rows (F20). What
 * changes of these while the sweeper sleeps was done by a dispatcher.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '#server/mysql/connect.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { SWEEPER_STALLS_MS } from './armed-points.ts'

/** Another fault may have the database. */
const READ_WITHIN_MS = 8_000
const AGAIN_MS = 50

/** Called when the sweeper has stopped, before anyone else may go on. @returns how many of its rows dispatchers have sent */
export async function countTakenOver({ mysql }: Resources, bringDispatchersBack: () => void): Promise<number> {
  const stopped_ms = Date.now()
  const held = await insist(async () => {
    const [rows] = await mysql.read.query<Row[]>(
      "SELECT id FROM scheduled_message WHERE status = 'DISPATCHING' AND lease_owner LIKE 'sweeper:%'",
    )
    return rows.map((row): string => row.id)
  })
  bringDispatchersBack()
  if (held.length === 0) return 0
  await sleep(stopped_ms + SWEEPER_STALLS_MS - READ_WITHIN_MS - Date.now())
  return insist(async () => {
    const [rows] = await mysql.read.query<Row[]>(
      "SELECT id FROM scheduled_message WHERE id IN (?) AND status = 'SENT'",
      [held],
    )
    return Date.now() < stopped_ms + SWEEPER_STALLS_MS ? rows.length : 0
  })
}

async function insist<T>(read: () => Promise<T>): Promise<T> {
  for (const until_ms = Date.now() + READ_WITHIN_MS; ; await sleep(AGAIN_MS)) {
    try {
      return await read()
    } catch (error) {
      if (Date.now() > until_ms) throw error
    }
  }
}
