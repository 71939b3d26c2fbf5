import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { findMessageByTs, loadTsOfRoots } from '#server/usecases/messages/load-history.ts'
import type { SlackCall } from './method.ts'
import { wrongArgument } from './slack-error.ts'
import { formatTs, parseTs } from './timestamp.ts'

export type Thread = { rootId: MessageId; ts: string }

/**
 * The thread a `thread_ts` names, also where it names a reply: threads have one level.
 * @throws SlackError `invalid_thread_ts`, `thread_not_found`
 */
export async function findThread(
  { host, actor }: Pick<SlackCall, 'host' | 'actor'>,
  conversationId: ConversationId,
  threadTs: string | undefined,
): Promise<Thread | null> {
  if (threadTs === undefined) return null
  const tsUs = parseTs(threadTs)
  if (tsUs === null)
    throw wrongArgument(
      'invalid_thread_ts',
      'thread_ts',
      threadTs,
      'must be the ts of a message: seconds, a point, six digits',
    )
  const named = await findMessageByTs(host.resources, actor, conversationId, tsUs).catch(hideUnreadable)
  if (!named) throw wrongArgument('thread_not_found', 'thread_ts', threadTs, 'no message of this channel has this ts')
  if (named.threadRootId === null) return { rootId: named.id, ts: formatTs(named.tsUs) }
  const roots = await loadTsOfRoots(host.resources, actor, [named.threadRootId])
  return { rootId: named.threadRootId, ts: formatTs(roots.get(named.threadRootId) ?? named.tsUs) }
}

/** The `ts` of the thread that a message is a reply in; null where it is none. */
export async function findThreadTs({ host, actor }: SlackCall, message: MessageView): Promise<string | null> {
  if (message.threadRootId === null) return null
  const ts = (await loadTsOfRoots(host.resources, actor, [message.threadRootId])).get(message.threadRootId)
  return ts === undefined ? null : formatTs(ts)
}

function hideUnreadable(error: unknown): null {
  if (error instanceof DomainError) return null
  throw error
}
