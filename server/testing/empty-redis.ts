import type { Resources } from '#server/usecases/resources.ts'
import { patiently } from './patiently.ts'

/** Empties Redis before a test. On a busy machine the test before may have left the connection to be made anew: that is awaited. */
export async function emptyRedis({ redis }: Pick<Resources, 'redis'>): Promise<void> {
  await patiently(() => redis.client.flushall())
}
