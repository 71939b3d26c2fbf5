/** Lists that the server gives whole. A list may be older than what is here already, so newer rows stay. */
import type { Table } from 'dexie'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import type { NoticeView, PlannedDraftView, ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Database } from './database.ts'
import { mergeConversation, type ListedConversation } from './merge-conversation.ts'
import type { MemberRow, MembershipRow } from './rows.ts'
import { isSame } from './is-same.ts'

/** Adds and merges, never removes: what may no longer be read is told by the handshake and by purges. */
export async function mergeConversations(db: Database, listed: readonly ListedConversation[]): Promise<void> {
  await db.transaction('rw', db.conversations, async () => {
    const local = new Map((await db.conversations.toArray()).map((row) => [row.id, row]))
    const merged = listed.map((one) => mergeConversation(local.get(one.conversation.id), one))
    await putChanged(db.conversations, merged, local)
  })
}

export const replaceMembers = (db: Database, members: readonly MemberRow[]): Promise<void> =>
  replaceAll(db, db.members, members)

/** @param asked_ms server time before the list was read: a row changed after it is newer than the list */
export async function replaceScheduled(db: Database, views: readonly ScheduledView[], asked_ms: number): Promise<void> {
  await db.transaction('rw', db.scheduled, async () => {
    const local = new Map((await db.scheduled.toArray()).map((row) => [row.id, row]))
    const listed = new Set(views.map((view) => view.id))
    await putChanged(
      db.scheduled,
      views.filter((view) => !isNewer(local.get(view.id), view)),
      local,
    )
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

export const replacePlannedDrafts = (db: Database, drafts: readonly PlannedDraftView[]): Promise<void> =>
  replaceAll(db, db.plannedDrafts, drafts)

export const replaceNotices = (db: Database, notices: readonly NoticeView[]): Promise<void> =>
  replaceAll(db, db.notices, notices)

function replaceAll<Row extends { id: string }>(
  db: Database,
  table: Table<Row, Row['id']>,
  rows: readonly Row[],
): Promise<void> {
  return db.transaction('rw', table, async () => {
    const stored = new Map((await table.toArray()).map((row) => [row.id, row]))
    const listed = new Set(rows.map(({ id }) => id))
    await table.bulkDelete([...stored.keys()].filter((id) => !listed.has(id)))
    await putChanged(table, rows, stored)
  })
}

/** Thousands are the same as last time: what is not written is neither read nor drawn again. */
async function putChanged<Row extends { id: string }>(
  table: Table<Row, Row['id']>,
  rows: readonly Row[],
  stored: ReadonlyMap<string, Row>,
): Promise<void> {
  await table.bulkPut(rows.filter((row) => !isSame(stored.get(row.id), row)))
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
