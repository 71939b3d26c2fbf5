/** Counts who wants which topic of the listener, so that each is subscribed once and dropped with its last user. */
import type { TopicListener } from '#server/redis/topics.ts'

export type TopicSubscriptions = {
  retain(topic: string): void
  release(topic: string): void
  /**
   * Resolves when Redis has confirmed the topics, or it is known that it will not now: then heads come from MySQL
   * until it is back, and once more when every topic is subscribed again.
   */
  confirmed(topics: readonly string[]): Promise<void>
  size(): number
}

/** Redis answers within milliseconds or is as good as away. */
const CONFIRM_AT_MOST_MS = 2_000

export function createTopicSubscriptions(
  listener: Pick<TopicListener, 'subscribe' | 'unsubscribe'>,
): TopicSubscriptions {
  const wanted = new Map<string, { users: number; answered: Promise<void> }>()
  return {
    retain(topic) {
      const entry = wanted.get(topic)
      if (entry) entry.users++
      else wanted.set(topic, { users: 1, answered: listener.subscribe([topic]).catch(isAway) })
    },
    release(topic) {
      const entry = wanted.get(topic)
      if (!entry || --entry.users > 0) return
      wanted.delete(topic)
      listener.unsubscribe([topic]).catch(isAway)
    },
    async confirmed(topics) {
      const answers = Promise.all(topics.map((topic) => wanted.get(topic)?.answered ?? Promise.resolve()))
      let timer: NodeJS.Timeout | undefined
      const enough = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CONFIRM_AT_MOST_MS)
      })
      await Promise.race([answers, enough])
      clearTimeout(timer)
    },
    size: () => wanted.size,
  }
}

/** The connection broke: the listener remembers its topics and subscribes all of them before it says `ready`. */
function isAway(): void {}
