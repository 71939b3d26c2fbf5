import { vi } from 'vitest'
import type { Resources } from '#server/usecases/resources.ts'

/** Empties Redis before a test. On a busy machine the test before may have left the connection to be made anew: that is awaited. */
export async function emptyRedis({ redis }: Pick<Resources, 'redis'>): Promise<void> {
  await vi.waitFor(() => redis.client.flushall(), { timeout: 15_000, interval: 50 })
}
