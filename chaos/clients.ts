/** Simulated people: the browser's own sync engine over real sockets, each on an IndexedDB in memory. */
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { openSyncClient } from '#server/testing/sync-client.ts'
import { syncApiOver, type WebTier } from './call-web.ts'
import type { ClientView, EndState } from './history.ts'
import type { Scene } from './scene.ts'

export type Heads = Pick<EndState, 'lastSeqs' | 'epochs'>

export type Person = {
  name: string
  /** Those it types in. */
  conversations: readonly ConversationId[]
  /** @returns whether it is in the client's hands, which has to bring it to the server whatever happens */
  type(conversationId: ConversationId, text: string): Promise<boolean>
  view(): Promise<ClientView>
  /** Whether it shows everything up to these numbers, in these epochs, and has nothing left to send. */
  isCaughtUp(end: Heads): Promise<boolean>
  close(): Promise<void>
}

export async function openPeople(
  web: WebTier,
  actors: readonly Actor[],
  { open, shrinking, closing }: Pick<Scene, 'open' | 'shrinking' | 'closing'>,
  gatewayUrls: readonly string[],
): Promise<Person[]> {
  let turn = 0
  const nextGateway = () => gatewayUrls[turn++ % gatewayUrls.length] ?? ''
  return Promise.all(
    actors.map(async (actor, i): Promise<Person> => {
      const client = await openSyncClient(syncApiOver(web, actor, nextGateway), actor, { firstBackoff_ms: 100 })
      // The first one, whom nobody removes, also sees where rights change.
      const watched = i === 0 ? [...open, shrinking, closing] : open
      for (const id of watched) client.engine.showConversation(id)
      const db = client.store.db()
      return {
        name: `person-${i + 1}`,
        conversations: open,
        async type(conversationId, text) {
          void client.engine.send({ conversationId, text })
          return true
        },
        view: async () => ({
          name: `person-${i + 1}`,
          unsent: await db.unsent.count(),
          conversations: await Promise.all(
            watched.map(async (conversationId) => {
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
            }),
          ),
        }),
        async isCaughtUp(end) {
          const cursors = await Promise.all(watched.map((id) => db.cursors.get(id)))
          return cursors.every((cursor) => isAtHead(cursor, end)) && (await db.unsent.count()) === 0
        },
        close: async () => client.close(),
      }
    }),
  )
}

/** A copy of an earlier epoch may hold more than there is now. */
export const isAtHead = (
  cursor: { conversationId: string; epoch: number; seq: number } | undefined,
  { lastSeqs, epochs }: Heads,
): boolean =>
  cursor !== undefined &&
  cursor.epoch === epochs[cursor.conversationId] &&
  cursor.seq >= (lastSeqs[cursor.conversationId] ?? 0)
