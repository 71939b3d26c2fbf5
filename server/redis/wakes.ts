import { Redis } from 'ioredis'
import { wakeTopic } from '#server/domain/partition/redis-keys.ts'

/** Calls `onWake` when something was enqueued that is due within a tick. A lost wake costs at most that tick. */
export function listenForWakes(url: string, onWake: (dueAt_ms: number) => void): { end(): void } {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(times * 50, 500),
  })
  client.on('error', () => {})
  client.on('ready', () => {
    client.subscribe(wakeTopic).catch(() => client.disconnect(true))
  })
  client.on('message', (_topic, dueAt_ms) => onWake(Number(dueAt_ms)))
  return { end: () => client.disconnect() }
}
