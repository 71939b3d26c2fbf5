import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { listChanges, readAccess, readHeads, type ChangeRow, type HeadRow } from '#server/mysql/catch-up.ts'
import { listConversationIds } from '#server/mysql/memberships.ts'
import { listMessages, type MessageRow } from '#server/mysql/messages.ts'
import type { CatchUpPage, Change, Head, MessageView } from '#server/protocol/frame.ts'
import type { Resources } from '../resources.ts'

export type CatchUpInput = { conversationId: ConversationId; epoch: number; afterSeq: number; limit: number }

/** A client this far behind gets the newest page instead of everything in between; the rest is history it may scroll to. */
const FAR_BEHIND = 2_000

/**
 * The changes after a cursor, as last states, then where the cursor may move. The head is read before the rows: what
 * commits in between has a higher number and comes next time, so nothing is skipped (I5, I6).
 */
export async function catchUp(resources: Resources, actor: Actor, input: CatchUpInput): Promise<CatchUpPage> {
  const { head } = await checkReadable(resources, actor, input.conversationId)
  const stale = input.epoch !== head.epoch || input.afterSeq > head.lastSeq
  if (stale || head.lastSeq - input.afterSeq > FAR_BEHIND) return newestPage(resources, actor, head, input)

  const rows = await listChanges(
    resources.mysql.read,
    actor.workspaceId,
    input.conversationId,
    input.afterSeq,
    head.lastSeq,
    input.limit,
  )
  const full = rows.length === input.limit
  return {
    conversationId: input.conversationId,
    epoch: head.epoch,
    reset: false,
    changes: rows.map(changeOf),
    cursorSeq: full ? (rows.at(-1)?.changedSeq ?? head.lastSeq) : head.lastSeq,
    lastSeq: head.lastSeq,
    more: full,
  }
}

/** Starts anew: the newest messages, and the cursor at the head. */
async function newestPage(
  resources: Resources,
  actor: Actor,
  head: HeadRow,
  input: CatchUpInput,
): Promise<CatchUpPage> {
  const { workspaceId } = actor
  const newest = await listMessages(resources.mysql.read, workspaceId, input.conversationId, {
    before: head.lastSeq + 1,
    newestFirst: true,
    withDeleted: true,
    limit: input.limit,
  })
  return {
    conversationId: input.conversationId,
    epoch: head.epoch,
    reset: true,
    changes: newest.toReversed().map((message) => ({ type: 'message', message: viewOfMessage(message) })),
    cursorSeq: head.lastSeq,
    lastSeq: head.lastSeq,
    more: false,
  }
}

/** Where each of the actor's conversations stands. */
export async function loadHeads(resources: Resources, actor: Actor): Promise<Head[]> {
  const ids = await listConversationIds(resources.mysql.read, actor.workspaceId, actor.memberId)
  return readHeads(resources.mysql.read, actor.workspaceId, ids)
}

/** @throws DomainError `not_found` where the actor may not read it (I7) */
export async function checkReadable(
  resources: Resources,
  actor: Actor,
  conversationId: ConversationId,
): Promise<NonNullable<Awaited<ReturnType<typeof readAccess>>>> {
  const access = await readAccess(resources.mysql.read, actor.workspaceId, conversationId, actor.memberId)
  if (!access) throw new DomainError('not_found', { conversationId })
  authorize(actor, { to: 'read-conversation', conversation: access })
  return access
}

export function viewOfMessage({ conversationId: _, ...message }: MessageRow): MessageView {
  return message
}

export function changeOf(row: ChangeRow): Change {
  switch (row.type) {
    case 'message':
      return { type: 'message', message: viewOfMessage(row.message) }
    case 'membership':
      return {
        type: 'membership',
        membership: { memberId: row.memberId, active: row.active, changedSeq: row.changedSeq },
      }
    case 'conversation':
      return { type: 'conversation', conversation: row.conversation }
  }
}
