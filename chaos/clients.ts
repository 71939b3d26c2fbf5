/** Simulated people: the browser's own sync engine over real sockets, each on an IndexedDB in memory. */
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { openSyncClient, type SyncClient } from '#server/testing/sync-client.ts'
import { syncApiOver, type WebTier } from './call-web.ts'
import type { ClientView } from './history.ts'

export type Person = { name: string; client: SyncClient; conversations: readonly ConversationId[] }

export async function openPeople(
  web: WebTier,
  actors: readonly Actor[],
  conversations: readonly ConversationId[],
  gatewayUrls: readonly string[],
): Promise<Person[]> {
  let turn = 0
  const nextGateway = () => gatewayUrls[turn++ % gatewayUrls.length] ?? ''
  return Promise.all(
    actors.map(async (actor, i) => {
      const client = await openSyncClient(syncApiOver(web, actor, nextGateway), actor, { firstBackoff_ms: 100 })
      for (const id of conversations) client.engine.showConversation(id)
      return { name: `person-${i + 1}`, client, conversations }
    }),
  )
}

export async function viewOf({ name, client, conversations }: Person): Promise<ClientView> {
  const db = client.store.db()
  const views = conversations.map(async (conversationId) => {
    const rows = await db.messages
      .where('[conversationId+seq]')
      .between([conversationId, 0], [conversationId, Infinity])
      .toArray()
    const cursor = await db.cursors.get(conversationId)
    return {
      conversationId,
      floorSeq: cursor?.floorSeq ?? 0,
      messages: rows.map(({ id, seq, text }) => ({ id, seq, text })),
    }
  })
  return { name, conversations: await Promise.all(views), unsent: await db.unsent.count() }
}

/** Whether it shows everything up to these numbers and has nothing left to send. */
export async function isCaughtUp(
  { client, conversations }: Person,
  lastSeqs: Record<string, number>,
): Promise<boolean> {
  const db = client.store.db()
  const cursors = await Promise.all(conversations.map((id) => db.cursors.get(id)))
  return (
    cursors.every((cursor) => cursor && cursor.seq >= (lastSeqs[cursor.conversationId] ?? 0)) &&
    (await db.unsent.count()) === 0
  )
}
