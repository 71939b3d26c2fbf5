import { must } from '#server/domain/assert.ts'
import { postingRefusal, type PostingFacts } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, FileId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import { standsAlsoInChannel } from '#server/domain/message/thread.ts'
import { aboutMessages, traced } from '#server/domain/operations/trace.ts'
import { appendMessages, type AppendedMessage, type MessageDraft } from '#server/mysql/append-messages.ts'
import { lockChannels, type LockedChannel } from '#server/mysql/channel-locks.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { listMessagesByToken, readMessage, type MessageRow } from '#server/mysql/messages.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { addOutbox, rangesOf } from '#server/mysql/outbox.ts'
import { postingKey, readLatePolicies, readPostingFacts } from '#server/mysql/send-rows.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { microBatchPer, type Outcome } from '../micro-batch.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { contentError, loadMatchers, type ContentMatchers } from '../moderation/check-content.ts'
import { refusalError } from './refusal-error.ts'
import { viewOfMessage } from '../sync/catch-up.ts'
import { holdFiles, missingFiles, payloadFingerprint, payloadWithFiles } from '../files/attach-files.ts'
import { framesOfAppended, viewOfAppended } from './frames.ts'

export type PostInput = {
  conversationId: ConversationId
  text: string
  /** Blocks, attachments, metadata as JSON text. */
  payload?: string | null
  /** The author's own, in the order in which they are shown. */
  fileIds?: readonly FileId[]
  threadRootId?: MessageId | null
  /** Of a reply: it stands in the channel too. */
  alsoInChannel?: boolean
  /** Made by the client, once per message: a repeat is answered with the message it made. */
  clientToken: string
  origin?: 'typed' | 'api'
}
type Post = { actor: Actor; input: PostInput }

const postBatched = microBatchPer(postTogether)

/**
 * Posts a typed message through the same append as a scheduled one (C4). Concurrent posts share a transaction.
 * @throws DomainError why the text or the place was refused, `token_reused` where the token made another message
 */
export const postMessage = traced('post', postOne, {
  before: (_, actor, input) => ({
    'carillon.workspace.id': actor.workspaceId,
    'carillon.conversation.id': input.conversationId,
  }),
  after: (view) => aboutMessages([view]),
  begins: true,
})

async function postOne(resources: Resources, actor: Actor, input: PostInput): Promise<MessageView> {
  const payload = await payloadWithFiles(resources.mysql.read, actor, input.payload ?? null, input.fileIds)
  checkText(input.text, Boolean(payload))
  return postBatched(resources, { actor, input: { ...input, payload } })
}

async function postTogether(resources: Resources, posts: Post[]): Promise<Outcome<MessageView>[]> {
  const { appended, outcomes, outbox } = await withTransaction(resources.mysql, async (tx) => {
    const given = await readGiven(tx, posts)
    const drafts = new Map<string, MessageDraft>()
    const errors = new Map<Post, DomainError>()
    for (const post of posts) {
      const decided = await decide(resources, tx, post, given, drafts)
      if (decided instanceof DomainError) errors.set(post, decided)
      else if (decided !== 'repeat') drafts.set(tokenKey(post), decided)
    }
    const appended = await appendMessages(tx, [...drafts.values()], await loadDbNow(tx))
    await holdFiles(tx, appended.map(asHolding))
    const outbox = await addOutbox(tx, resources.makeId(), { ranges: rangesOf(given.channels.values()), members: [] })
    return { appended, outbox, outcomes: outcomesOf(posts, given, appended, errors) }
  })
  await publishCommitted(resources, { outbox, frames: framesOfAppended(appended), signals: [] })
  return outcomes
}

const tokenKey = ({ actor, input }: Post) => `${actor.memberId}:${input.clientToken}`

/** What decides about each post, read under the locks of all channels. */
type Given = {
  channels: Map<ConversationId, LockedChannel>
  byToken: Map<string, MessageRow>
  facts: Map<string, PostingFacts>
  matchers: ContentMatchers
  /** Those with a file that is not there. */
  missingFiles: ReadonlySet<PostInput>
}

async function readGiven(tx: Tx, posts: readonly Post[]): Promise<Given> {
  const questions = posts.map(({ actor, input }) => ({
    workspaceId: actor.workspaceId,
    conversationId: input.conversationId,
    authorId: actor.memberId,
    clientToken: input.clientToken,
  }))
  const channels = await lockChannels(tx, questions)
  const known = await listMessagesByToken(tx, questions)
  const policies = await readLatePolicies(
    tx,
    questions.map((question) => question.workspaceId),
  )
  return {
    channels,
    byToken: new Map(known.map((row) => [`${row.authorId}:${row.clientToken}`, row])),
    facts: await readPostingFacts(tx, questions, channels, policies),
    matchers: await loadMatchers(tx, policies),
    missingFiles: await postsMissingFiles(tx, posts),
  }
}

/** A draft, why there is none, or that this very post made a message before or makes one in this batch. */
async function decide(
  resources: Resources,
  tx: Tx,
  post: Post,
  { channels, byToken, facts, matchers, missingFiles }: Given,
  drafts: ReadonlyMap<string, MessageDraft>,
): Promise<MessageDraft | DomainError | 'repeat'> {
  const { actor, input } = post
  const key = tokenKey(post)
  const channel = channels.get(input.conversationId)
  const before = byToken.get(key)
  const twin = drafts.get(key)
  const made = before ?? (twin && { ...twin, conversationId: twin.channel.conversationId, editedMs: null })
  if (made) return isSame(made, input) ? 'repeat' : new DomainError('token_reused', { clientToken: input.clientToken })
  const fact = facts.get(postingKey({ conversationId: input.conversationId, authorId: actor.memberId }))
  const refusal = fact ? postingRefusal(fact) : 'channel_deleted'
  if (refusal || !channel || channel.workspaceId !== actor.workspaceId) {
    return refusalError(refusal ?? 'channel_deleted', channel?.kind)
  }
  const root = input.threadRootId ? await readMessage(tx, actor.workspaceId, input.threadRootId) : null
  // Threads have one level: a reply is answered in its thread.
  if (
    input.threadRootId &&
    (root?.conversationId !== input.conversationId || root.deletedMs !== null || root.threadRootId !== null)
  ) {
    return new DomainError('thread_not_found', { threadRootId: input.threadRootId })
  }
  if (missingFiles.has(input)) return new DomainError('file_gone')
  const violation = matchers.get(actor.workspaceId)?.({ text: input.text, payload: input.payload ?? null })
  return violation ? contentError(violation) : draftOf(resources, post, channel)
}

async function postsMissingFiles(tx: Tx, posts: readonly Post[]): Promise<ReadonlySet<PostInput>> {
  const holdings = posts.map(({ actor, input }) => ({
    workspaceId: actor.workspaceId,
    payload: input.payload ?? null,
    input,
  }))
  return new Set([...(await missingFiles(tx, holdings))].map(({ input }) => input))
}

const asHolding = ({ channel, payload, id }: AppendedMessage) => ({
  workspaceId: channel.workspaceId,
  payload,
  holder: { kind: 'message' as const, id },
})

type Made = Pick<MessageRow, 'conversationId' | 'threadRootId' | 'alsoInChannel' | 'text' | 'payload' | 'editedMs'>

/** C9. Of a message that was edited since, only its place can be compared. */
function isSame(made: Made, input: PostInput): boolean {
  const isSamePlace =
    made.conversationId === input.conversationId &&
    made.threadRootId === (input.threadRootId ?? null) &&
    (made.alsoInChannel ?? false) === standsAlsoInChannel(input)
  const isSameText = made.text === input.text.toWellFormed() || made.text === input.text // stored as UTF-8
  const isSameContent = isSameText && payloadFingerprint(made.payload) === payloadFingerprint(input.payload ?? null)
  return isSamePlace && (isSameContent || made.editedMs !== null)
}

function outcomesOf(
  posts: readonly Post[],
  { byToken }: Given,
  appended: readonly AppendedMessage[],
  errors: ReadonlyMap<Post, DomainError>,
): Outcome<MessageView>[] {
  const made = new Map(
    appended.map((message) => [`${message.authorId}:${message.clientToken}`, viewOfAppended(message)]),
  )
  return posts.map((post) => {
    const error = errors.get(post)
    if (error) return { error }
    const before = byToken.get(tokenKey(post))
    return {
      ok: before ? viewOfMessage(before) : must(made.get(tokenKey(post)), 'a post without an error has a message'),
    }
  })
}

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
    alsoInChannel: standsAlsoInChannel(input),
  }
}
