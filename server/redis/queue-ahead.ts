import { LANES } from '#server/domain/partition/lane-of.ts'
import { dueKey } from '#server/domain/partition/redis-keys.ts'
import type { RedisLink } from './connect.ts'

/**
 * How many ids wait in each lane, cell by cell from `from_s` on. What was due before counts in the first.
 * A ZCOUNT per cell in one pipeline a lane, so that Redis serves others in between: 16 lanes of 96 cells take about 10 ms.
 * @throws if Redis is away
 */
export async function readQueueAhead(
  redis: RedisLink,
  { from_s, cell_s, cells }: { from_s: number; cell_s: number; cells: number },
): Promise<number[][]> {
  const lanes: number[][] = []
  for (const lane of LANES) {
    const pipeline = redis.client.pipeline()
    for (let cell = 0; cell < cells; cell++) {
      const start_ms = (from_s + cell * cell_s) * 1000
      pipeline.zcount(dueKey(lane), cell === 0 ? '-inf' : start_ms, `(${start_ms + cell_s * 1000}`)
    }
    lanes.push(((await pipeline.exec()) ?? []).map((reply) => Number(reply[1] ?? 0)))
  }
  return lanes
}
