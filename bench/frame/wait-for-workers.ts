import { setTimeout as sleep } from 'node:timers/promises'
import { LANES } from '#server/domain/partition/lane-of.ts'
import type { Row } from '#server/mysql/connect.ts'
import { readLoadedLanes } from '#server/redis/due-queue.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { WorkerName } from './product-process.ts'

const PATIENCE_MS = 60_000

/** Until so many of each worker beat, and every partition is known to be complete. */
export async function waitForWorkers(
  { mysql, redis }: Resources,
  wanted: Partial<Record<WorkerName, number>>,
): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const [rows] = await mysql.read.query<Row[]>('SELECT worker, COUNT(*) AS n FROM worker_heartbeat GROUP BY worker')
    const beating = new Map(rows.map((row) => [String(row.worker), Number(row.n)]))
    const isThere = Object.entries(wanted).every(([worker, count]) => (beating.get(worker) ?? 0) >= count)
    if (isThere && (await readLoadedLanes(redis)).size === LANES.length) return
    if (Date.now() > deadline)
      throw new Error(`workers did not start within ${PATIENCE_MS} ms: ${JSON.stringify([...beating])}`)
    await sleep(50)
  }
}
