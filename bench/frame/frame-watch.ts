/** Listens to conversations as a gateway does, and notes when each frame arrived: an upper bound of when it was committed. */
import { setTimeout as sleep } from 'node:timers/promises'
import { conversationTopic } from '#server/domain/partition/redis-keys.ts'
import type { Frame } from '#server/protocol/frame.ts'
import { createTopicListener } from '#server/redis/topics.ts'
import type { Place } from '../world/company.ts'

export type FrameWatch = {
  /** Messages seen so far; a frame that was published twice counts twice. */
  messages(): number
  /** Epoch ms at which each message arrived. Parses now, so that watching costs little meanwhile. */
  arrivals(): Map<string, number>
  until(messages: number, patience_ms: number): Promise<void>
  end(): Promise<void>
}

const TOPICS_PER_CALL = 1_000
const RANGE = /"fromSeq":(\d+),"toSeq":(\d+)/

export async function watchFrames(redisUrl: string, places: readonly Place[]): Promise<FrameWatch> {
  const listener = createTopicListener(redisUrl)
  await new Promise<void>((resolve) => listener.onStateChange((state) => state === 'ready' && resolve()))
  const topics = [...new Set(places.map((place) => conversationTopic(place.conversationId)))]
  for (let i = 0; i < topics.length; i += TOPICS_PER_CALL)
    await listener.subscribe(topics.slice(i, i + TOPICS_PER_CALL))

  const seen: { at_ms: number; json: string }[] = []
  let messages = 0
  listener.onMessage((_topic, json) => {
    seen.push({ at_ms: Date.now(), json })
    const [, from, to] = RANGE.exec(json) ?? []
    messages += Number(to) - Number(from) + 1
  })
  return {
    messages: () => messages,
    arrivals() {
      const arrivals = new Map<string, number>()
      for (const { at_ms, json } of seen) {
        for (const change of (JSON.parse(json) as Frame).changes) {
          if (change.type === 'message' && !arrivals.has(change.message.id)) arrivals.set(change.message.id, at_ms)
        }
      }
      return arrivals
    },
    async until(wanted, patience_ms) {
      const deadline = Date.now() + patience_ms
      while (messages < wanted && Date.now() < deadline) await sleep(20)
    },
    end: () => listener.end(),
  }
}
