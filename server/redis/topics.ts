/**
 * Frames and signals over sharded pub/sub. Delivery is at most once: whoever listens also compares sequence numbers
 * with MySQL, so a lost frame costs a moment (I6).
 */
import { Redis } from 'ioredis'
import { conversationTopic, memberTopic } from '#server/domain/partition/redis-keys.ts'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import type { RedisLink } from './connect.ts'
import { runPipeline } from './run-pipeline.ts'

export type ConversationFrame = { conversationId: ConversationId }

/** Publishes in one round trip. @throws if Redis is away or any publish failed */
export async function publishToTopics<F extends ConversationFrame>(
  redis: RedisLink,
  frames: readonly F[],
  signals: readonly { memberId: MemberId; signal: object }[],
): Promise<void> {
  if (frames.length + signals.length === 0) return
  const pipeline = redis.client.pipeline()
  for (const frame of frames) pipeline.spublish(conversationTopic(frame.conversationId), JSON.stringify(frame))
  for (const { memberId, signal } of signals) pipeline.spublish(memberTopic(memberId), JSON.stringify(signal))
  await runPipeline(pipeline)
}

export type TopicListener = {
  subscribe(topics: readonly string[]): Promise<void>
  unsubscribe(topics: readonly string[]): Promise<void>
  onMessage(listener: (topic: string, json: string) => void): void
  /** `ready` means: connected and every wanted topic subscribed again. */
  onStateChange(listener: (state: 'ready' | 'away') => void): void
  state(): 'ready' | 'away'
  end(): Promise<void>
}

/** Nobody else would notice a server that hangs or vanished without a word: it only ever speaks by itself here. */
const PING_EVERY_MS = 2_000
const SILENT_MS = 2_000

/** A connection of its own for subscriptions. While Redis is away wanted topics are remembered and subscribed on return. */
export function createTopicListener(url: string): TopicListener {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    socketTimeout: SILENT_MS,
    autoResubscribe: false,
    retryStrategy: (times) => Math.min(times * 50, 500),
  })
  const wanted = new Set<string>()
  const stateListeners = new Set<(state: 'ready' | 'away') => void>()
  let state: 'ready' | 'away' = 'away'

  const become = (next: 'ready' | 'away') => {
    if (next === state) return
    state = next
    for (const listener of stateListeners) listener(next)
  }
  client.on('error', () => {})
  client.on('close', () => become('away'))
  client.on('ready', () => {
    const topics = [...wanted]
    const subscribed = topics.length ? client.ssubscribe(...topics) : Promise.resolve()
    subscribed.then(
      () => become('ready'),
      () => client.disconnect(true),
    )
  })

  const pinging = setInterval(() => {
    if (client.status === 'ready') client.ping().catch(ignoreLostPing) // its silence ends the connection
  }, PING_EVERY_MS)

  return {
    async subscribe(topics) {
      const added = topics.filter((topic) => !wanted.has(topic))
      for (const topic of added) wanted.add(topic)
      if (added.length && client.status === 'ready') await client.ssubscribe(...added)
    },
    async unsubscribe(topics) {
      const removed = topics.filter((topic) => wanted.delete(topic))
      if (removed.length && client.status === 'ready') await client.sunsubscribe(...removed)
    },
    onMessage: (listener) => void client.on('smessage', listener),
    onStateChange: (listener) => void stateListeners.add(listener),
    state: () => state,
    end: async () => {
      clearInterval(pinging)
      client.disconnect()
    },
  }
}

function ignoreLostPing(): void {}
