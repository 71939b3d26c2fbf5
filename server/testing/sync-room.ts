/** Simulated browsers of several people at one gateway. */
import type { IDBFactory } from 'fake-indexeddb'
import { afterEach } from 'vitest'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import type { SyncApi } from '#app/_client/sync/sync-api.ts'
import { gatewayRoom } from './gateway-room.ts'
import { apiOverUseCases, openSyncClient, type SyncClient } from './sync-client.ts'
import { waitUntil } from './wait-until.ts'

type Given = { api?: SyncApi; disk?: IDBFactory }

export const isOnline = (client: SyncClient) => client.engine.state.get().connection === 'online'

/** Call at the top of a test file; read what it gives inside tests. */
export function syncRoom() {
  const room = gatewayRoom()
  const clients: SyncClient[] = []
  afterEach(() => {
    for (const client of clients.splice(0)) client.close()
  })
  const apiOf = (actor: Actor) => apiOverUseCases(room.resources(), actor, () => room.gateway().url)

  async function open(actor: Actor, given: Given = {}): Promise<SyncClient> {
    const client = await openSyncClient(given.api ?? apiOf(actor), actor, given.disk ? { disk: given.disk } : {})
    clients.push(client)
    return client
  }
  return {
    ...room,
    apiOf,
    open,
    /** Somebody who has the conversation on screen, with everything that is there. */
    async reader(actor: Actor, id: ConversationId, given: Given = {}): Promise<SyncClient> {
      const client = await open(actor, given)
      client.engine.showConversation(id)
      const isHere = async () => isOnline(client) && (await client.store.db().cursors.get(id)) !== undefined
      await waitUntil('the conversation is here', isHere)
      await waitUntil('it rests', () => client.engine.isIdle())
      return client
    },
    shows: (client: SyncClient, id: ConversationId, texts: string[]) =>
      waitUntil(
        `it shows ${texts.join(', ')}`,
        async () => JSON.stringify(await client.texts(id)) === JSON.stringify(texts),
      ),
  }
}

/** An api that can be cut off, and that can lose answers after the work was done. */
export function breakable(api: SyncApi) {
  const control = { down: false, loseAnswers: 0 }
  const post: SyncApi['post'] = async (message) => {
    const answer = await api.post(message)
    if (control.loseAnswers-- > 0) throw new TypeError('fetch failed')
    return answer
  }
  const broken = new Proxy(
    { ...api, post },
    {
      get:
        (target, name: keyof SyncApi) =>
        async (...args: unknown[]) => {
          if (control.down) throw new TypeError('fetch failed')
          return (target[name] as (...all: unknown[]) => unknown)(...args)
        },
    },
  )
  return { api: broken, control }
}
