import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { raiseReadMark } from '#server/mysql/read-marks.ts'
import { publishToTopics } from '#server/redis/topics.ts'
import type { Resources } from '../resources.ts'
import { checkReadable } from './catch-up.ts'

/**
 * Raises how far the actor has read; never beyond what there is. Their other devices are nudged.
 * @returns the mark as it stands
 */
export async function markRead(
  resources: Resources,
  actor: Actor,
  input: { conversationId: ConversationId; seq: number },
): Promise<{ readSeq: number }> {
  const { head } = await checkReadable(resources, actor, input.conversationId)
  const seq = Math.min(input.seq, head.lastSeq)
  const readSeq = await raiseReadMark(resources.mysql.read, actor.workspaceId, actor.memberId, {
    conversationId: input.conversationId,
    seq,
  })
  const signal = { type: 'nudge', about: ['reads'] } as const
  await publishToTopics(resources.redis, [], [{ memberId: actor.memberId, signal }]).catch(() => undefined)
  return { readSeq }
}
