import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'
import type { Nudge } from '#server/protocol/socket-events.ts'
import { listActiveAdministrators } from '#server/mysql/members.ts'
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

/** Who looks at what waits in their workspace; more than these look again by themselves. */
const MOST_TOLD = 100

/** An administrator has changed what somebody else scheduled: the others see it at once. Never throws. */
export async function signalAdministrators(
  resources: Pick<Resources, 'mysql' | 'redis'>,
  workspaceId: WorkspaceId,
): Promise<void> {
  const administrators = await listActiveAdministrators(resources.mysql.read, workspaceId, MOST_TOLD).catch(() => [])
  await signalAuthors(resources, administrators)
}

function ignoreLostSignal(): void {}
