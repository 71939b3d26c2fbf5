/** A browser without a browser: the real sync engine over an IndexedDB in memory, a real socket and the real use cases. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { listMyConversations } from '#server/usecases/conversations/list-conversations.ts'
import { loadConversationMembers } from '#server/usecases/conversations/load-conversation.ts'
import { loadServerNow } from '#server/usecases/load-server-now.ts'
import { listWorkspaceMembers } from '#server/usecases/members/list-members.ts'
import { loadHistory } from '#server/usecases/messages/load-history.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { listDrafts } from '#server/usecases/drafts/planned-drafts.ts'
import { listNotices, markNoticesSeen } from '#server/usecases/notices/notices.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { listScheduled } from '#server/usecases/scheduled/load-scheduled.ts'
import { catchUp, loadHeads } from '#server/usecases/sync/catch-up.ts'
import { markRead, markUnread } from '#server/usecases/sync/mark-read.ts'
import { openStore, type Store } from '#app/_client/store/store.ts'
import { startEngine, type Engine } from '#app/_client/sync/engine.ts'
import type { SyncApi } from '#app/_client/sync/sync-api.ts'
import { programTab, type Tab } from '#app/_client/sync/tab.ts'
import { ticketFor } from './sockets.ts'

/** What the tRPC door would answer this member. */
export function apiOverUseCases(resources: Resources, actor: Actor, gatewayUrl: () => string): SyncApi {
  return {
    connect: async () => ({ gatewayUrl: gatewayUrl(), ticket: await ticketFor(resources, actor) }),
    serverTime: () => loadServerNow(resources),
    heads: () => loadHeads(resources, actor),
    catchUp: (question) => catchUp(resources, actor, question),
    history: (question) => loadHistory(resources, actor, question),
    post: (message) => postMessage(resources, actor, message),
    markRead: async (mark) => {
      await markRead(resources, actor, mark)
    },
    conversations: () => listMyConversations(resources, actor),
    markUnread: (mark) => markUnread(resources, actor, mark),
    roster: (id) => loadConversationMembers(resources, actor, id),
    members: () => listWorkspaceMembers(resources, actor),
    scheduled: async () => {
      const lists = (['pending', 'failed', 'sent', 'canceled'] as const).map((status) =>
        listScheduled(resources, actor, { status, limit: 100 }),
      )
      return (await Promise.all(lists)).flatMap((list) => list.items)
    },
    plannedDrafts: () => listDrafts(resources, actor),
    notices: () => listNotices(resources, actor),
    noticesSeen: (ids) => markNoticesSeen(resources, actor, ids as Parameters<typeof markNoticesSeen>[2]),
  }
}

export type SyncClient = {
  engine: Engine
  store: Store
  /** Message texts of a conversation as its reader sees them: those of the server, then `…` and those unsent. */
  texts(id: ConversationId): Promise<string[]>
  /** As if the page were closed; open another on the same disk. */
  close(): void
}

/** @param given.disk give the same to two clients and they are two visits, or two tabs, of one browser */
export async function openSyncClient(
  api: SyncApi,
  actor: Actor,
  given: { disk?: IDBFactory; tab?: Tab; firstBackoff_ms?: number } = {},
): Promise<SyncClient> {
  const store = await openStore(actor.memberId, { indexedDB: given.disk ?? new IDBFactory(), IDBKeyRange })
  const firstBackoff_ms = given.firstBackoff_ms ?? 20
  const engine = startEngine({
    store,
    api,
    tab: given.tab ?? programTab(),
    linkTimes: { poll_ms: 100, firstBackoff_ms, mostBackoff_ms: 200, spread_ms: 10 },
  })
  return {
    engine,
    store,
    async texts(id) {
      const db = store.db()
      const sent = await db.messages.where('[conversationId+seq]').between([id, 0], [id, Infinity]).toArray()
      const unsent = await db.unsent.where('[conversationId+position]').between([id, 0], [id, Infinity]).toArray()
      return [...sent.map((row) => row.text), ...unsent.map((row) => `… ${row.text}`)]
    },
    close: () => engine.stop(),
  }
}
