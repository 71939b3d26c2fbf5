import type { ConversationId } from '#server/domain/ids.ts'
import { clearCopy } from './commit-event.ts'
import type { Database } from './database.ts'

/** What may no longer be read leaves the device, in one transaction: rows, cursor, drafts, what was not sent (I7). */
export async function purgeConversations(db: Database, conversationIds: readonly ConversationId[]): Promise<void> {
  if (conversationIds.length === 0) return
  const gone = new Set(conversationIds)
  await db.transaction('rw', db.tables, async () => {
    for (const id of conversationIds) await clearCopy(db, id)
    await db.conversations.bulkDelete([...conversationIds])
    await db.drafts
      .where('conversationId')
      .anyOf([...conversationIds])
      .delete()
    await db.unsent.filter((row) => gone.has(row.conversationId)).delete()
  })
}

/** The member may not be in the workspace any more: nothing of it stays. */
export async function purgeEverything(db: Database): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    for (const table of db.tables) await table.clear()
  })
}

/** The handshake names every conversation of the member: whatever is stored of others goes. @returns those */
export async function purgeAllBut(db: Database, readable: ReadonlySet<ConversationId>): Promise<ConversationId[]> {
  const stored = await db.conversations.toCollection().primaryKeys()
  const copied = await db.cursors.toCollection().primaryKeys()
  const gone = [...new Set([...stored, ...copied])].filter((id) => !readable.has(id))
  await purgeConversations(db, gone)
  return gone
}
