/**
 * The browser's own engine: keeps one member's store in step with the server. Pages read the store by live queries and
 * call what this offers; everything that writes it is behind here. Runs in a page or in a program.
 */
import type { ConversationId } from '#server/domain/ids.ts'
import type { Change, Frame, Head } from '#server/protocol/frame.ts'
import { FRAME_VERSION } from '#server/protocol/frame-format.ts'
import { NUDGES, type Nudge } from '#server/protocol/socket-events.ts'
import { purgeConversations, purgeEverything } from '../store/purge.ts'
import { openedKey } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { createActions, type Actions } from './actions.ts'
import { createCatchUp, type CatchUp } from './catch-up.ts'
import { createIncoming } from './incoming.ts'
import { joinTabs, type TabMessage } from './leadership.ts'
import { leadLater } from './lead-later.ts'
import type { Leading } from './leading.ts'
import type { LinkTimes } from './link.ts'
import { createRefresher, loadedKey } from './refresher.ts'
import type { SyncApi } from './sync-api.ts'
import { isSameState, type SyncState } from './sync-state.ts'
import type { Tab } from './tab.ts'
import { createValue, type Value } from './value.ts'
import { watchClock } from './watch-clock.ts'

export type Engine = Actions & {
  readonly store: Store
  readonly state: Pick<Value<SyncState>, 'get' | 'subscribe'>
  /** Nothing is on its way that would change the store. For tests and programs. */
  isIdle(): boolean
  stop(): void
}

const EVICT_EVERY_MS = 5 * 60_000
/** A connection takes less than this, or something is in its way. */
const LISTS_WAIT_MS = 2_000

export type EngineOptions = {
  store: Store
  api: SyncApi
  tab: Tab
  linkTimes?: Partial<LinkTimes>
  /** What must not wait for the socket, and is not slowed down by it. */
  connectAfter?: Promise<void>
}

export function startEngine({ store, api, tab, linkTimes, connectAfter }: EngineOptions): Engine {
  const state = createValue<SyncState>({ connection: 'reconnecting', signedOut: false }, isSameState)
  const open = new Map<ConversationId, number>()
  /** What other tabs have told that they show; only the leader needs it. */
  const shownElsewhere = new Set<ConversationId>()
  const refresher = createRefresher(store, api)
  const catchUp: CatchUp = createCatchUp({
    store,
    api,
    isOpen: (id) => open.has(id) || shownElsewhere.has(id),
    refreshConversations: () => void refresher.refresh(['memberships']),
    gone: (id) => store.write((db) => purgeConversations(db, [id])).catch(isClosing),
  })
  const incoming = createIncoming(store, catchUp, (id) => open.has(id) || shownElsewhere.has(id))
  const signedOut = () => state.set({ ...state.get(), signedOut: true })
  let leading: Leading | null = null
  let leader: string | null = null
  let evicting: ReturnType<typeof setInterval> | undefined

  const tabs = joinTabs({
    tab,
    name: `carillon-${store.me}`,
    id: crypto.getRandomValues(new Uint32Array(2)).join('-'),
    state: state.get,
    onLead: lead,
    onFollow: follow,
    onMessage: hear,
  })
  const stopBeating = state.subscribe(() => tabs.beat())
  const stopWatchingClock = watchClock(api, tab)
  const stopWaking = tab.onWake(() => {
    void refresher.refresh(['scheduled', 'notices', 'reads'])
    catchUp.again()
    leading?.wake()
  })
  const stopFollowingStore = store.onChange(() => {
    tabs.goAlone()
    for (const id of open.keys()) catchUp.want(id)
  })

  function lead(): void {
    leading = leadLater(
      {
        link: { api, tab, times: linkTimes ?? {}, handlers: linkHandlers() },
        queue: { store, api, behind: catchUp.want, signedOut },
      },
      connectAfter,
    )
    evicting = setInterval(() => void tidy(), EVICT_EVERY_MS)
    void (connectAfter ?? Promise.resolve()).then(tidy)
    void firstLists()
  }

  /** Lists come with the first connection; a first visit does not wait for it, nor does one where none comes. */
  async function firstLists(): Promise<void> {
    const visited = await store.db().meta.get(loadedKey('conversations')).catch(isClosing)
    if (visited) await new Promise((later) => setTimeout(later, LISTS_WAIT_MS))
    if (leading && (!visited || state.get().connection !== 'online')) await refresher.refresh(NUDGES)
  }

  function follow(): void {
    leading?.stop()
    clearInterval(evicting)
    leading = null
  }

  async function tidy(): Promise<void> {
    // Not needed before the store is full of old things: it does not belong to the first load.
    await import('../store/evict.ts').then(({ evict }) => store.write((db) => evict(db, Date.now()))).catch(isClosing)
  }

  /** My own scheduled message was sent: it leaves my list. */
  const isMineSent = (change: Change) =>
    change.type === 'message' && change.message.origin === 'scheduled' && change.message.authorId === store.me

  function linkHandlers() {
    return {
      hello: ({ heads }: { heads: Head[] }) => connected(heads),
      polled: (heads: Head[]) => {
        incoming.allHeads(heads)
        void refresher.refresh(['scheduled', 'notices', 'memberships'])
      },
      frame: (frame: Frame) => {
        incoming.frame(frame)
        if (frame.v === FRAME_VERSION && frame.changes.some(isMineSent)) void refresher.refresh(['scheduled'])
      },
      heads: incoming.heads,
      nudge: (about: Nudge[]) => void refresher.refresh(about),
      purge: (ids: ConversationId[]) => void store.write((db) => purgeConversations(db, ids)).catch(isClosing),
      state: (connection: SyncState['connection']) => {
        state.set({ ...state.get(), connection })
        if (connection === 'online') leading?.wake()
      },
      signedOut,
      expelled: () => void store.write((db) => purgeEverything(db)).catch(isClosing),
    }
  }

  function connected(heads: Head[]): void {
    state.set({ connection: 'online', signedOut: false })
    incoming.allHeads(heads)
    void refresher.refresh(NUDGES).then(() => leading?.warm())
    catchUp.again()
    leading?.wake()
  }

  function hear(message: TabMessage): void {
    if (message.type === 'beat') {
      if (!tabs.isLeader()) state.set(message.state)
      if (message.leader !== leader) for (const id of open.keys()) tabs.tell({ type: 'open', conversationId: id })
      leader = message.leader
    } else if (message.type === 'open') {
      shownElsewhere.add(message.conversationId)
      if (tabs.isLeader()) catchUp.want(message.conversationId)
    } else leading?.wake()
  }

  return {
    ...createActions({
      store,
      api,
      refresher,
      catchUp,
      look: () => (tabs.isLeader() ? leading?.wake() : tabs.tell({ type: 'look' })),
    }),
    store,
    state,
    showConversation(id) {
      open.set(id, (open.get(id) ?? 0) + 1)
      tabs.tell({ type: 'open', conversationId: id })
      catchUp.want(id)
      void store.write((db) => db.meta.put({ key: openedKey(id), value: Date.now() })).catch(isClosing)
      return () => {
        const left = (open.get(id) ?? 1) - 1
        if (left > 0) open.set(id, left)
        else open.delete(id)
      }
    },
    isIdle: () => catchUp.isIdle() && refresher.isIdle() && incoming.isIdle(),
    stop() {
      for (const stop of [stopBeating, stopWatchingClock, stopWaking, stopFollowingStore]) stop()
      tabs.stop()
      follow()
      catchUp.stop()
      refresher.stop()
      store.close()
    },
  }
}

/** A page that is being closed loses its database under running work; what was not written is fetched next time. */
function isClosing(): void {}
