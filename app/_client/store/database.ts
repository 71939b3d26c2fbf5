/**
 * IndexedDB, one database per member, so that two accounts in one browser never see each other's rows. Versions are
 * added, never edited: older ones are open in people's browsers.
 */
import { Dexie, type Table } from 'dexie'
import type { ConversationId, MemberId, MessageId, RowId } from '#server/domain/ids.ts'
import type { NoticeView, PlannedDraftView, ScheduledView } from '#server/protocol/scheduled-view.ts'
import type {
  ConversationRow,
  CursorRow,
  DraftRow,
  MemberRow,
  MembershipRow,
  MessageRow,
  MetaRow,
  ProcessedRow,
  UnsentRow,
} from './rows.ts'

type Tables = {
  conversations: Table<ConversationRow, ConversationId>
  cursors: Table<CursorRow, ConversationId>
  messages: Table<MessageRow, [ConversationId, number]>
  memberships: Table<MembershipRow, [ConversationId, MemberId]>
  processed: Table<ProcessedRow, [ConversationId, MessageId]>
  members: Table<MemberRow, MemberId>
  drafts: Table<DraftRow, string>
  unsent: Table<UnsentRow, string>
  scheduled: Table<ScheduledView, MessageId>
  notices: Table<NoticeView, string>
  plannedDrafts: Table<PlannedDraftView, RowId>
  meta: Table<MetaRow, string>
}
export type Database = Dexie & Tables

/** The first column is the primary key; a message's is its place, so the same message from two ways is one row (K111). */
const VERSION_1 = {
  conversations: 'id',
  cursors: 'conversationId',
  messages: '[conversationId+seq], id, clientToken',
  memberships: '[conversationId+memberId]',
  processed: '[conversationId+id], [conversationId+changedSeq]',
  members: 'id',
  drafts: 'key, conversationId',
  unsent: 'clientToken, [conversationId+position], state',
  scheduled: 'id, [status+sendAt]',
  notices: 'id',
  meta: 'key',
} satisfies Partial<Record<keyof Tables, string>>
const VERSION_2 = { plannedDrafts: 'id' } satisfies Partial<Record<keyof Tables, string>>

/** What the names of this product's databases begin with. */
export const OWN_DATABASES = 'carillon-'
export const databaseName = (memberId: MemberId) => `${OWN_DATABASES}${memberId}`

export type IndexedDb = { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }

/** @param where the browser's; tests, programs and the memory fallback bring their own */
export function openDatabase(name: string, where: IndexedDb): Database {
  // Dexie runs live queries only where it knows of an IndexedDB; one that was brought along is not found by itself.
  Dexie.dependencies.indexedDB ??= where.indexedDB
  Dexie.dependencies.IDBKeyRange ??= where.IDBKeyRange
  // Dexie's query cache can show a row twice that was put under an existing key (K111); IndexedDB itself cannot.
  const database = new Dexie(name, { ...where, cache: 'disabled' }) as Database
  database.version(1).stores(VERSION_1)
  database.version(2).stores(VERSION_2)
  return database
}
