/** Lists that the server gives whole. A list may be older than what is here already, so newer rows stay. */
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import type { NoticeView, PlannedDraftView, ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Database } from './database.ts'
import { mergeConversation, type ListedConversation } from './merge-conversation.ts'
import type { MemberRow, MembershipRow } from './rows.ts'

/** Adds and merges, never removes: what may no longer be read is told by the handshake and by purges. */
export async function mergeConversations(db: Database, listed: readonly ListedConversation[]): Promise<void> {
  await db.transaction('rw', db.conversations, async () => {
    const local = await db.conversations.bulkGet(listed.map((one) => one.conversation.id))
    await db.conversations.bulkPut(listed.map((one, index) => mergeConversation(local[index], one)))
  })
}

export async function replaceMembers(db: Database, members: readonly MemberRow[]): Promise<void> {
  await db.transaction('rw', db.members, async () => {
    const listed = new Set(members.map((member) => member.id))
    await db.members.filter((row) => !listed.has(row.id)).delete()
    await db.members.bulkPut([...members])
  })
}

/** @param asked_ms server time before the list was read: a row changed after it is newer than the list */
export async function replaceScheduled(db: Database, views: readonly ScheduledView[], asked_ms: number): Promise<void> {
  await db.transaction('rw', db.scheduled, async () => {
    const local = new Map((await db.scheduled.toArray()).map((row) => [row.id, row]))
    const listed = new Set(views.map((view) => view.id))
    await db.scheduled.bulkPut(views.filter((view) => !isNewer(local.get(view.id), view)))
    await db.scheduled.bulkDelete(
      [...local.values()].filter((row) => !listed.has(row.id) && row.changedMs < asked_ms).map((row) => row.id),
    )
  })
}

/** The answer to one's own change, shown before the list comes again. */
export async function putScheduled(db: Database, view: ScheduledView): Promise<void> {
  await db.transaction('rw', db.scheduled, async () => {
    if (!isNewer(await db.scheduled.get(view.id), view)) await db.scheduled.put(view)
  })
}

const isNewer = (stored: ScheduledView | undefined, view: ScheduledView): boolean =>
  stored !== undefined &&
  (stored.version > view.version || (stored.version === view.version && stored.changedMs > view.changedMs))

export async function replacePlannedDrafts(db: Database, drafts: readonly PlannedDraftView[]): Promise<void> {
  await db.transaction('rw', db.plannedDrafts, async () => {
    const listed = new Set(drafts.map((draft) => draft.id))
    await db.plannedDrafts.filter((row) => !listed.has(row.id)).delete()
    await db.plannedDrafts.bulkPut([...drafts])
  })
}

export async function replaceNotices(db: Database, notices: readonly NoticeView[]): Promise<void> {
  await db.transaction('rw', db.notices, async () => {
    const listed = new Set(notices.map((notice) => notice.id))
    await db.notices.filter((row) => !listed.has(row.id)).delete()
    await db.notices.bulkPut([...notices])
  })
}

/** @param asOfSeq the cursor when the roster was asked for: a membership that changed later is newer than the roster */
export async function replaceRoster(
  db: Database,
  conversationId: ConversationId,
  memberIds: readonly MemberId[],
  asOfSeq: number,
): Promise<void> {
  await db.transaction('rw', db.memberships, async () => {
    const stored = await db.memberships
      .where('[conversationId+memberId]')
      .between([conversationId, ''], [conversationId, '\uffff'])
      .toArray()
    const known = new Map(stored.map((row) => [row.memberId, row]))
    const listed = new Set(memberIds)
    // Thousands of members are the same as last time.
    await db.memberships.bulkDelete(
      stored
        .filter((row) => !listed.has(row.memberId) && row.changedSeq <= asOfSeq)
        .map((row): [ConversationId, MemberId] => [conversationId, row.memberId]),
    )
    await db.memberships.bulkPut(
      memberIds
        .filter((id) => !isKnown(known.get(id), asOfSeq))
        .map((memberId) => ({ conversationId, memberId, active: true, changedSeq: asOfSeq })),
    )
  })
}

/** The stored one says the same as the roster, or something newer. */
const isKnown = (stored: MembershipRow | undefined, asOfSeq: number): boolean =>
  stored !== undefined && (stored.active || stored.changedSeq > asOfSeq)
