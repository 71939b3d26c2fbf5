import type { MemberId } from '#server/domain/ids.ts'
import type { Nudge } from '#server/protocol/socket-events.ts'
import { publishToTopics } from '#server/redis/topics.ts'
import type { Resources } from '../resources.ts'

/** Tells the authors' other tabs and devices to look again. A lost signal is healed when they next ask. */
export async function signalAuthors(
  resources: Pick<Resources, 'redis'>,
  memberIds: readonly MemberId[],
  about: readonly Nudge[] = ['scheduled'],
): Promise<void> {
  const signal = { type: 'nudge', about: [...about] }
  const signals = [...new Set(memberIds)].map((memberId) => ({ memberId, signal }))
  await publishToTopics(resources.redis, [], signals).catch(ignoreLostSignal)
}

function ignoreLostSignal(): void {}
