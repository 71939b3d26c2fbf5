import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { lowerReadMark, raiseReadMark } from '#server/mysql/read-marks.ts'
import { publishToTopics } from '#server/redis/topics.ts'
import type { Resources } from '../resources.ts'
import { checkReadable } from './catch-up.ts'

/**
 * Raises how far the actor has read; never beyond what there is. Their other devices are nudged.
 * @param input.turn in which it was read, as the list of conversations told it
 * @returns the mark as it stands
 */
export async function markRead(
  resources: Resources,
  actor: Actor,
  input: { conversationId: ConversationId; seq: number; turn?: number | undefined },
): Promise<{ readSeq: number }> {
  const { head } = await checkReadable(resources, actor, input.conversationId)
  const seq = Math.min(input.seq, head.lastSeq)
  const readSeq = await raiseReadMark(resources.mysql.read, actor.workspaceId, actor.memberId, {
    conversationId: input.conversationId,
    seq,
    turn: input.turn ?? null,
  })
  await nudge(resources, actor)
  return { readSeq }
}

/** Everything above this number is unread again, on every device of the actor's. */
export async function markUnread(
  resources: Resources,
  actor: Actor,
  input: { conversationId: ConversationId; seq: number },
): Promise<void> {
  await checkReadable(resources, actor, input.conversationId)
  await lowerReadMark(resources.mysql.read, actor.workspaceId, actor.memberId, input)
  await nudge(resources, actor)
}

async function nudge(resources: Resources, { memberId }: Actor): Promise<void> {
  const signal = { type: 'nudge', about: ['reads'] } as const
  await publishToTopics(resources.redis, [], [{ memberId, signal }]).catch(() => undefined)
}
