import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { readMessage, seqAtOrAfterTs } from '#server/mysql/messages.ts'
import { listReplies } from '#server/mysql/thread-replies.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import type { Resources } from '../resources.ts'
import { checkReadable, viewOfMessage } from '../sync/catch-up.ts'
import type { TsBounds } from './load-history.ts'

export type ThreadPage = { root: MessageView; replies: MessageView[]; more: boolean }
type Thread = { conversationId: ConversationId; rootId: MessageId }

/**
 * The newest replies before a number, oldest first; of deleted ones what is left, and of a deleted root too.
 * @throws DomainError `not_found`
 */
export async function loadThread(
  resources: Resources,
  actor: Actor,
  input: Thread & { beforeSeq?: number | undefined; limit: number },
): Promise<ThreadPage> {
  await checkReadable(resources, actor, input.conversationId)
  const root = await readRoot(resources, actor, input)
  const rows = await listReplies(resources.mysql.read, actor.workspaceId, input.conversationId, input.rootId, {
    ...(input.beforeSeq === undefined ? {} : { before: input.beforeSeq }),
    ...{ newestFirst: true, limit: input.limit + 1, withDeleted: true },
  })
  const replies = rows.slice(0, input.limit).toReversed().map(viewOfMessage)
  return { root, replies, more: rows.length > input.limit }
}

/** Oldest first between two `ts`, as the Slack door pages; `afterSeq` continues a page. */
export async function loadThreadByTs(
  resources: Resources,
  actor: Actor,
  input: Thread & TsBounds & { afterSeq?: number; limit: number },
): Promise<ThreadPage> {
  const { head } = await checkReadable(resources, actor, input.conversationId)
  const root = await readRoot(resources, actor, input)
  const { read } = resources.mysql
  const seqOf = (tsUs: bigint) => seqAtOrAfterTs(read, actor.workspaceId, input.conversationId, tsUs, head.lastSeq)
  const first = input.oldestUs === undefined ? 0 : (await seqOf(input.oldestUs + (input.inclusive ? 0n : 1n))) - 1
  const before =
    input.latestUs === undefined ? head.lastSeq + 1 : await seqOf(input.latestUs + (input.inclusive ? 1n : 0n))
  const rows = await listReplies(read, actor.workspaceId, input.conversationId, input.rootId, {
    ...{ after: Math.max(first, input.afterSeq ?? 0), before, newestFirst: false },
    ...{ limit: input.limit + 1, withDeleted: false },
  })
  return { root, replies: rows.slice(0, input.limit).map(viewOfMessage), more: rows.length > input.limit }
}

async function readRoot({ mysql }: Resources, actor: Actor, { conversationId, rootId }: Thread): Promise<MessageView> {
  const root = await readMessage(mysql.read, actor.workspaceId, rootId)
  if (root?.conversationId !== conversationId || root.threadRootId !== null)
    throw new DomainError('not_found', { messageId: rootId })
  return viewOfMessage(root)
}
