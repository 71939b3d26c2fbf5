/**
 * Brings conversations up to their heads: one at a time per conversation, those on screen first, two in all. What
 * fails is tried again with a growing delay; news that come meanwhile only raise the head it runs to.
 */
import type { ConversationId } from '#server/domain/ids.ts'
import type { Store } from '../store/store.ts'
import { backoff } from './pause.ts'
import { isGone, type SyncApi } from './sync-api.ts'

const AT_ONCE = 2
export const PAGE = 200
/** No conversation has it: asks for a new start. */
const NO_EPOCH = 0
/** What a first screen shows, and a little to scroll. */
const FIRST_PAGE = 60
const FIRST_BACKOFF_MS = 500
const MOST_BACKOFF_MS = 30_000

export type CatchUp = {
  /** Something of it is missing. */
  want(id: ConversationId): void
  /** Everything wanted again, failures forgotten: the connection is back. */
  again(): void
  /** Nothing is running or waiting. */
  isIdle(): boolean
  stop(): void
}

type Parts = {
  store: Store
  api: SyncApi
  isOpen(id: ConversationId): boolean
  /** Name and topic must be read again too: a new start says nothing of them. */
  refreshConversations(): void
  gone(id: ConversationId): Promise<void>
}

export function createCatchUp({ store, api, isOpen, refreshConversations, gone }: Parts): CatchUp {
  const waiting = new Set<ConversationId>()
  const running = new Set<ConversationId>()
  const failures = new Map<ConversationId, { count: number; timer: ReturnType<typeof setTimeout> }>()
  let stopped = false

  function next(): void {
    while (!stopped && running.size < AT_ONCE) {
      const ready = [...waiting].filter((id) => !running.has(id))
      const id = ready.find(isOpen) ?? ready[0]
      if (id === undefined) return
      waiting.delete(id)
      running.add(id)
      void run(id).finally(() => {
        running.delete(id)
        next()
      })
    }
  }

  async function run(id: ConversationId): Promise<void> {
    try {
      await bringUp(id)
      forgetFailures(id)
    } catch (error) {
      if (stopped) return
      if (isGone(error)) await gone(id)
      else later(id)
    }
  }

  async function bringUp(id: ConversationId): Promise<void> {
    for (let lastHead: number | null = null; !stopped;) {
      const [cursor, known] = await Promise.all([store.db().cursors.get(id), store.db().conversations.get(id)])
      const anew = !cursor || (known !== undefined && known.epoch > cursor.epoch)
      if (!anew && known && known.lastSeq <= cursor.seq) return
      const [epoch, afterSeq, limit] = [anew ? NO_EPOCH : cursor.epoch, cursor?.seq ?? 0, anew ? FIRST_PAGE : PAGE]
      const page = await api.catchUp({ conversationId: id, epoch, afterSeq, limit })
      await store.commit({ type: 'page', page, asked: cursor ?? null, limit })
      if (page.reset) refreshConversations()
      // Everything the server has is here; a head beyond it can only be news of the last moment.
      if (!page.more && (!known || lastHead === page.lastSeq)) return
      lastHead = page.lastSeq
    }
  }

  function later(id: ConversationId): void {
    const count = (failures.get(id)?.count ?? 0) + 1
    clearTimeout(failures.get(id)?.timer)
    const timer = setTimeout(() => want(id), backoff(count, FIRST_BACKOFF_MS, MOST_BACKOFF_MS))
    failures.set(id, { count, timer })
  }

  function forgetFailures(id: ConversationId): void {
    clearTimeout(failures.get(id)?.timer)
    failures.delete(id)
  }

  function want(id: ConversationId): void {
    waiting.add(id)
    next()
  }

  return {
    want,
    again() {
      for (const id of [...failures.keys()]) {
        forgetFailures(id)
        waiting.add(id)
      }
      next()
    },
    isIdle: () => waiting.size === 0 && running.size === 0 && failures.size === 0,
    stop() {
      stopped = true
      for (const id of [...failures.keys()]) forgetFailures(id)
    },
  }
}
