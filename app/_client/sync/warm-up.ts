import type { ConversationId } from '#server/domain/ids.ts'
import type { Store } from '../store/store.ts'

/** Conversations fetched before anybody opens them: those with something unread, then the liveliest. */
const WARMED = 20

/** @param want fetches what a conversation lacks */
export function createWarmUp(store: Store, want: (id: ConversationId) => void): { begin(): void } {
  async function warm(): Promise<void> {
    const db = store.db()
    const copied = new Set(await db.cursors.toCollection().primaryKeys())
    const cold = (await db.conversations.toArray()).filter(
      (row) => !copied.has(row.id) && row.lastMessageSeq > 0 && row.archivedMs === null,
    )
    const unread = (row: { lastMessageSeq: number; readSeq: number }) => Number(row.lastMessageSeq > row.readSeq)
    const sorted = cold.toSorted((a, b) => unread(b) - unread(a) || b.lastMessageSeq - a.lastMessageSeq)
    for (const row of sorted.slice(0, WARMED)) want(row.id)
  }
  return { begin: () => void warm().catch(isClosing) }
}

/** The store went away under it; the next connection warms again. */
function isClosing(): void {}
