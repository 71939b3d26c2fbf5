import { faultPoint } from '#server/domain/operations/fault-point.ts'
import { aboutMessages, traced } from '#server/domain/operations/trace.ts'
import type { MemberId } from '#server/domain/ids.ts'
import { deleteOutbox, type OutboxRef } from '#server/mysql/outbox.ts'
import { messagesIn, type Frame } from '#server/protocol/frame.ts'
import type { MemberSignal } from '#server/protocol/socket-events.ts'
import { publishToTopics } from '#server/redis/topics.ts'
import type { Resources } from './resources.ts'

export type SignalTo = { memberId: MemberId; signal: MemberSignal }

/** What a transaction that has committed has to tell. */
export type Committed = { outbox: OutboxRef | null; frames: Frame[]; signals: SignalTo[] }

/**
 * Tells it, then forgets the debt. Never throws: what could not be told stays in the outbox for the relay, and the
 * caller's work is done either way. May tell twice if the process dies in between.
 */
export const publishCommitted = traced('publish', publish, {
  before: (_, { outbox, frames, signals }) => ({
    'carillon.outbox.id': outbox?.id ?? '',
    ...factsOfFrames(frames),
    'carillon.signals': signals.length,
  }),
  after: (told) => ({ 'carillon.ok': told }),
})

export const factsOfFrames = (frames: readonly Frame[]) => ({
  'carillon.conversation.ids': frames.map((frame) => frame.conversationId),
  'carillon.numbers': frames.map((frame) => `${frame.conversationId}:${frame.fromSeq}-${frame.toSeq}`),
  ...aboutMessages(messagesIn(frames)),
})

async function publish(resources: Pick<Resources, 'mysql' | 'redis'>, committed: Committed): Promise<boolean> {
  try {
    await publishToTopics(resources.redis, committed.frames, committed.signals)
    faultPoint('after-publish')
    if (committed.outbox) await deleteOutbox(resources.mysql.read, [committed.outbox])
    return true
  } catch {
    return false
  }
}
