import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import { appendMessages, type MessageDraft } from '#server/mysql/append-messages.ts'
import { lockChannels } from '#server/mysql/channel-locks.ts'
import type { Mysql } from '#server/mysql/connect.ts'
import { listMessagesByToken, readMessage } from '#server/mysql/messages.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { addOutbox, rangesOf } from '#server/mysql/outbox.ts'
import { postingKey, readLatePolicies, readPostingFacts } from '#server/mysql/send-rows.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { createMicroBatch, type MicroBatch, type Outcome } from '../micro-batch.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { refusalError } from './refusal-error.ts'
import { viewOfMessage } from '../sync/catch-up.ts'
import { framesOfAppended, viewOfAppended } from './frames.ts'

export type PostInput = {
  conversationId: ConversationId
  text: string
  /** Blocks, attachments, metadata as JSON text. */
  payload?: string | null
  threadRootId?: MessageId | null
  /** Made by the client, once per message: a repeat is answered with the message it made. */
  clientToken: string
  origin?: 'typed' | 'api'
}
type Post = { actor: Actor; input: PostInput }

/** Transactions under way at once per process, and messages in one: as the send path's. */
const AT_ONCE = 2
const BATCH_LIMIT = 200
const batches = new WeakMap<Mysql, MicroBatch<Post, MessageView>>()

/**
 * Posts a typed message through the same append as a scheduled one (C4). Concurrent posts share a transaction.
 * @throws DomainError why the text or the place was refused, `token_reused` where the token made another message
 */
export async function postMessage(resources: Resources, actor: Actor, input: PostInput): Promise<MessageView> {
  checkText(input.text, Boolean(input.payload))
  let batch = batches.get(resources.mysql)
  if (!batch) {
    batch = createMicroBatch((posts: Post[]) => postTogether(resources, posts), AT_ONCE, BATCH_LIMIT)
    batches.set(resources.mysql, batch)
  }
  return batch({ actor, input })
}

async function postTogether(resources: Resources, posts: Post[]): Promise<Outcome<MessageView>[]> {
  const { appended, outcomes, outbox } = await withTransaction(resources.mysql, async (tx) => {
    const channels = await lockChannels(
      tx,
      posts.map(({ actor, input }) => ({ workspaceId: actor.workspaceId, conversationId: input.conversationId })),
    )
    const known = await listMessagesByToken(
      tx,
      posts.map(({ actor, input }) => ({ workspaceId: actor.workspaceId, authorId: actor.memberId, clientToken: input.clientToken })),
    )
    const byToken = new Map(known.map((row) => [`${row.authorId}:${row.clientToken}`, row]))
    const policies = await readLatePolicies(tx, posts.map(({ actor }) => actor.workspaceId))
    const facts = await readPostingFacts(
      tx,
      posts.map(({ actor, input }) => ({ workspaceId: actor.workspaceId, conversationId: input.conversationId, authorId: actor.memberId })),
      channels,
      policies,
    )
    const drafts = new Map<string, MessageDraft>()
    const errors = new Map<Post, unknown>()
    for (const post of posts) {
      const { actor, input } = post
      const key = tokenKey(post)
      const before = byToken.get(key)
      const other = before?.conversationId ?? drafts.get(key)?.channel.conversationId
      if (other !== undefined) {
        if (other !== input.conversationId) errors.set(post, new DomainError('token_reused', { clientToken: input.clientToken }))
        continue
      }
      const fact = facts.get(postingKey({ conversationId: input.conversationId, authorId: actor.memberId }))
      const channel = channels.get(input.conversationId)
      const refusal = fact ? postingRefusal(fact) : 'channel_deleted'
      const root = input.threadRootId ? await readMessage(tx, actor.workspaceId, input.threadRootId) : null
      if (refusal || !channel || channel.workspaceId !== actor.workspaceId) {
        errors.set(post, refusalError(refusal ?? 'channel_deleted', channel?.kind))
      } else if (input.threadRootId && (root?.conversationId !== input.conversationId || root.deletedMs !== null)) {
        errors.set(post, new DomainError('thread_not_found', { threadRootId: input.threadRootId }))
      } else {
        drafts.set(key, draftOf(resources, post, channel))
      }
    }
    const appended = await appendMessages(tx, [...drafts.values()], await loadDbNow(tx))
    const outbox = await addOutbox(tx, resources.makeId(), { ranges: rangesOf(channels.values()), members: [] })
    const views = new Map(appended.map((message) => [`${message.authorId}:${message.clientToken}`, viewOfAppended(message)]))
    const outcomes = posts.map((post): Outcome<MessageView> => {
      if (errors.has(post)) return { error: errors.get(post) }
      const earlier = byToken.get(tokenKey(post))
      const view = views.get(tokenKey(post)) ?? (earlier && viewOfMessage(earlier))
      return view ? { ok: view } : { error: new Error('a post without an outcome') }
    })
    return { appended, outcomes, outbox }
  })
  await publishCommitted(resources, { outbox, frames: framesOfAppended(appended), signals: [] })
  return outcomes
}

const tokenKey = ({ actor, input }: Post) => `${actor.memberId}:${input.clientToken}`

function draftOf({ makeId }: Resources, { actor, input }: Post, channel: MessageDraft['channel']): MessageDraft {
  return {
    channel,
    id: makeId<MessageId>(),
    authorId: actor.memberId,
    threadRootId: input.threadRootId ?? null,
    origin: input.origin ?? 'typed',
    text: input.text,
    payload: input.payload ?? null,
    sendAt: null,
    clientToken: input.clientToken,
  }
}
