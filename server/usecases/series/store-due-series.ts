import type { EpochMillis } from '#server/domain/time/units.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { listSeriesToLookAt, postponeLook } from '#server/mysql/series.ts'
import { isDatabaseAway } from '#server/mysql/tx.ts'
import type { Resources } from '../resources.ts'
import { storeAhead } from './store-ahead.ts'

const BATCH = 100
const FAILED_PAUSE_MS = 300_000

/**
 * One pass of the job: every series that wants to be looked at. One that fails waits five minutes and holds up no other.
 * @returns how many were looked at; more may wait where it is the whole batch
 */
export async function storeDueSeries(
  resources: Resources,
  onFailure: (error: unknown, seriesId: string) => void,
): Promise<number> {
  const db = resources.mysql.read
  const due = await listSeriesToLookAt(db, await loadDbNow(db), BATCH)
  for (const ref of due) {
    try {
      await storeAhead(resources, ref)
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      onFailure(error, ref.id)
      await postponeLook(db, ref, ((await loadDbNow(db)) + FAILED_PAUSE_MS) as EpochMillis)
    }
  }
  return due.length
}
