import type { MemberId } from '#server/domain/ids.ts'
import { publishToTopics } from '#server/redis/topics.ts'
import type { Resources } from '../resources.ts'

/** Tells the author's other tabs and devices to look again. A lost signal is healed when they next ask. */
export async function signalAuthor(resources: Pick<Resources, 'redis'>, memberId: MemberId): Promise<void> {
  await publishToTopics(resources.redis, [], [{ memberId, signal: { type: 'nudge', about: ['scheduled'] } }]).catch(
    ignoreLostSignal,
  )
}

function ignoreLostSignal(): void {}
