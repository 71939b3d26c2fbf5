/** Where the browser gives no database, or no room: an IndexedDB that lives as long as the page. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { openDatabase, type Database } from './database.ts'

export async function openMemoryDatabase(name: string): Promise<Database> {
  const database = openDatabase(`${name}-memory`, { indexedDB: new IDBFactory(), IDBKeyRange })
  await database.open()
  return database
}

/** What nobody else has, and what makes the first screen; messages and cursors are fetched anew. */
export async function carryOver(from: Database, to: Database): Promise<void> {
  await to.unsent.bulkPut(await from.unsent.toArray())
  await to.drafts.bulkPut(await from.drafts.toArray())
  await to.conversations.bulkPut(await from.conversations.toArray())
  await to.members.bulkPut(await from.members.toArray())
  await to.scheduled.bulkPut(await from.scheduled.toArray())
  await to.plannedDrafts.bulkPut(await from.plannedDrafts.toArray())
  await to.notices.bulkPut(await from.notices.toArray())
  await to.meta.bulkPut(await from.meta.toArray())
}
