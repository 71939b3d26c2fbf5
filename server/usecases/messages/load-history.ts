import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { listMessages, readTsOfMessages, seqAtOrAfterTs } from '#server/mysql/messages.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { checkReadable, viewOfMessage } from '../sync/catch-up.ts'
import type { Resources } from '../resources.ts'

export type HistoryPage = { messages: MessageView[]; more: boolean }

/** Messages before a number, oldest first; of deleted ones what is left. */
export async function loadHistory(
  resources: Resources,
  actor: Actor,
  input: { conversationId: ConversationId; beforeSeq?: number | undefined; limit: number },
): Promise<HistoryPage> {
  await checkReadable(resources, actor, input.conversationId)
  const rows = await listMessages(resources.mysql.read, actor.workspaceId, input.conversationId, {
    ...(input.beforeSeq === undefined ? {} : { before: input.beforeSeq }),
    newestFirst: true,
    withDeleted: true,
    limit: input.limit + 1,
  })
  const page = rows.slice(0, input.limit).toReversed()
  return { messages: page.map(viewOfMessage), more: rows.length > input.limit }
}

export type TsBounds = { oldestUs?: bigint; latestUs?: bigint; inclusive: boolean }

/** Newest first between two `ts`, as the Slack door pages; `beforeSeq` continues a page. */
export async function loadHistoryByTs(
  resources: Resources,
  actor: Actor,
  input: TsBounds & { conversationId: ConversationId; beforeSeq?: number; limit: number; inChannelOnly?: boolean },
): Promise<HistoryPage> {
  const { head } = await checkReadable(resources, actor, input.conversationId)
  const { read } = resources.mysql
  const seqOf = (tsUs: bigint) => seqAtOrAfterTs(read, actor.workspaceId, input.conversationId, tsUs, head.lastSeq)
  const after = input.oldestUs === undefined ? 0 : (await seqOf(input.oldestUs + (input.inclusive ? 0n : 1n))) - 1
  const end =
    input.latestUs === undefined ? head.lastSeq + 1 : await seqOf(input.latestUs + (input.inclusive ? 1n : 0n))
  const rows = await listMessages(read, actor.workspaceId, input.conversationId, {
    after,
    before: Math.min(end, input.beforeSeq ?? end),
    inChannelOnly: input.inChannelOnly ?? false,
    newestFirst: true,
    limit: input.limit + 1,
  })
  return { messages: rows.slice(0, input.limit).map(viewOfMessage), more: rows.length > input.limit }
}

/** The message with exactly this `ts`, or null. @throws DomainError `not_found` where the actor may not read the conversation */
export async function findMessageByTs(
  resources: Resources,
  actor: Actor,
  conversationId: ConversationId,
  tsUs: bigint,
): Promise<MessageView | null> {
  const bounds = { oldestUs: tsUs, latestUs: tsUs, inclusive: true }
  const { messages } = await loadHistoryByTs(resources, actor, { conversationId, ...bounds, limit: 1 })
  return messages[0] ?? null
}

/** The `ts` of the thread roots that messages shown to the actor name. */
export function loadTsOfRoots(
  resources: Resources,
  actor: Actor,
  roots: readonly MessageId[],
): Promise<Map<MessageId, string>> {
  return readTsOfMessages(resources.mysql.read, actor.workspaceId, [...new Set(roots)])
}
