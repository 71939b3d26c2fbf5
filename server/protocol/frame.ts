/**
 * What a conversation's topic carries, from the sender through the gateway to the browser.
 * A frame tells the changes with the numbers `fromSeq..toSeq` of one conversation, all of them, in order.
 * Frames may be dropped or repeated: the numbers let a client notice both (I6).
 * Ids inside our own wire are decimal strings; the prefixed form is for URLs, the Slack door and tools.
 */
import { z } from 'zod'
import type { ConversationId, MemberId, MessageId, SeriesId, WorkspaceId } from '#server/domain/ids.ts'
import { FRAME_VERSION } from './frame-format.ts'

const id = <T extends string>() =>
  z
    .string()
    .regex(/^[1-9][0-9]{0,18}$/)
    .transform((value) => value as T)
const seq = z.number().int().nonnegative()
const ms = z.number().int().nonnegative()

export const workspaceIdSchema = id<WorkspaceId>()
export const memberIdSchema = id<MemberId>()
export const conversationIdSchema = id<ConversationId>()
export const messageIdSchema = id<MessageId>()
export const seriesIdSchema = id<SeriesId>()

/** One emoji under a message, with everyone who chose it. */
export const reactionSchema = z.object({ name: z.string(), glyph: z.string(), memberIds: z.array(memberIdSchema) })

export const messageViewSchema = z.object({
  id: messageIdSchema,
  /** Its place in the conversation. Numbers between messages belong to other changes. */
  seq,
  authorId: memberIdSchema,
  threadRootId: messageIdSchema.nullable(),
  origin: z.enum(['typed', 'scheduled', 'api']),
  text: z.string(),
  /** Blocks, attachments, metadata as JSON text; null for plain text. */
  payload: z.string().nullable(),
  /** Microseconds, strictly rising within the conversation; the Slack door's `ts`. */
  tsUs: z.string(),
  createdMs: ms,
  /** The promised second of a scheduled message; `createdMs` tells the real one (C7). */
  sendAt: z.number().int().nullable(),
  clientToken: z.string().nullable(),
  /** The number of its latest change; a client applies a row only if this is newer. */
  changedSeq: seq,
  editedMs: ms.nullable(),
  deletedMs: ms.nullable(),
  /** Absent where there is none. */
  reactions: z.array(reactionSchema).optional(),
  /** A reply that stands in the channel as well as in its thread. */
  alsoInChannel: z.boolean().optional(),
  /** Of the first message of a thread. */
  replies: z.object({ count: seq, lastMs: ms, memberIds: z.array(memberIdSchema) }).optional(),
  pinned: z.object({ byId: memberIdSchema, atMs: ms }).optional(),
})
export type MessageView = z.infer<typeof messageViewSchema>

export const membershipViewSchema = z.object({
  memberId: memberIdSchema,
  active: z.boolean(),
  changedSeq: seq,
})
export type MembershipView = z.infer<typeof membershipViewSchema>

export const conversationViewSchema = z.object({
  id: conversationIdSchema,
  kind: z.enum(['public', 'private', 'direct']),
  name: z.string(),
  topic: z.string(),
  /** What it is for at all; absent where nobody has said. */
  purpose: z.string().optional(),
  posting: z.enum(['everyone', 'admins']),
  archivedMs: ms.nullable(),
  changedSeq: seq,
})
export type ConversationView = z.infer<typeof conversationViewSchema>

export const changeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message'), message: messageViewSchema }),
  z.object({ type: z.literal('membership'), membership: membershipViewSchema }),
  z.object({ type: z.literal('conversation'), conversation: conversationViewSchema }),
])
export type Change = z.infer<typeof changeSchema>

export const frameSchema = z.object({
  v: z.literal(FRAME_VERSION),
  workspaceId: workspaceIdSchema,
  conversationId: conversationIdSchema,
  /** Another epoch than the client's: fetch the conversation anew. */
  epoch: z.number().int().positive(),
  /** One above `toSeq` where the changes are not told here: an empty range, and whoever is behind catches up. */
  fromSeq: seq,
  toSeq: seq,
  /** Differs from what a gateway holds for the room: reload its members before emitting (I7). */
  aclVersion: z.number().int().positive(),
  changes: z.array(changeSchema),
})
export type Frame = z.infer<typeof frameSchema>

export const messagesIn = (frames: readonly Frame[]): MessageView[] =>
  frames.flatMap(({ changes }) => changes.flatMap((change) => (change.type === 'message' ? [change.message] : [])))

/** Where a conversation stands: what a client compares its cursor with. */
export const headSchema = z.object({
  conversationId: conversationIdSchema,
  epoch: z.number().int().positive(),
  lastSeq: seq,
  lastMessageSeq: seq,
})
export type Head = z.infer<typeof headSchema>

/** A page of changes after a cursor (catch-up): the last state of each changed row, then where the cursor may move. */
export const catchUpPageSchema = z.object({
  conversationId: conversationIdSchema,
  epoch: z.number().int().positive(),
  /** True: the asked epoch is over; drop the local copy and start from this page. */
  reset: z.boolean(),
  changes: z.array(changeSchema),
  /** The cursor after this page. */
  cursorSeq: seq,
  lastSeq: seq,
  more: z.boolean(),
})
export type CatchUpPage = z.infer<typeof catchUpPageSchema>
