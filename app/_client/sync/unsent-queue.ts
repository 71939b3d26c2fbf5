/**
 * Sends what was written here: in order within a conversation, each as often as it takes, one message each by its
 * client token (K101). What the server refuses for good stays with its text, marked, for its author to decide.
 */
import { liveQuery } from 'dexie'
import type { ConversationId } from '#server/domain/ids.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { Store } from '../store/store.ts'
import type { UnsentRow } from '../store/rows.ts'
import { backoff, createPause, type Pause } from './pause.ts'
import { isSignedOut, refusalOf, type SyncApi } from './sync-api.ts'

const FIRST_BACKOFF_MS = 500
const MOST_BACKOFF_MS = 30_000

type UnsentQueue = {
  /** Tries at once what is waiting for its next attempt. */
  wake(): void
  stop(): void
}

export type QueueParts = {
  store: Store
  api: SyncApi
  /** The message is there, but this copy lacks what came before it. */
  behind(id: ConversationId): void
  signedOut(): void
}

export function drainUnsent({ store, api, behind, signedOut }: QueueParts): UnsentQueue {
  const draining = new Map<ConversationId, Pause>()
  let stopped = false
  let watching = watch()
  const stopFollowing = store.onChange(() => {
    watching.unsubscribe()
    watching = watch()
  })

  function watch() {
    const db = store.db()
    return liveQuery(() => db.unsent.where('state').equals('waiting').toArray()).subscribe({
      next: (rows) => {
        for (const id of new Set(rows.map((row) => row.conversationId))) start(id)
      },
      // The store tells when it goes to memory; until then its next write will.
      error: () => {},
    })
  }

  function start(id: ConversationId): void {
    if (stopped || draining.has(id)) return
    const pause = createPause()
    draining.set(id, pause)
    void drain(id, pause)
  }

  async function drain(id: ConversationId, pause: Pause): Promise<void> {
    while (!stopped) {
      try {
        const row = await firstWaiting(id)
        // Without a pause between this look and the end: what is written from here on starts a drain of its own.
        if (!row) return void draining.delete(id)
        const wait_ms = await sendOne(row)
        if (wait_ms > 0 && !stopped) await pause.wait(wait_ms)
      } catch {
        // The store failed or was closed under it; what is unsent is still there.
        if (!stopped) await pause.wait(FIRST_BACKOFF_MS)
      }
    }
  }

  /** @returns how long to wait before the next attempt in this conversation */
  async function sendOne(row: UnsentRow): Promise<number> {
    const { conversationId, threadRootId, alsoInChannel, text, payload, clientToken } = row
    try {
      const message = await api.post({
        ...{ conversationId, threadRootId, text, payload, clientToken },
        ...(alsoInChannel ? { alsoInChannel } : {}),
      })
      const { verdict } = await store.commit({ type: 'posted', conversationId, message })
      if (verdict === 'behind') behind(conversationId)
      return 0
    } catch (error) {
      const refusal = refusalOf(error)
      if (isSignedOut(error)) signedOut()
      await store.write((db) =>
        db.unsent.update(
          clientToken,
          refusal
            ? { state: 'failed', errorCode: refusal.code, errorFacts: refusal.facts }
            : { attempts: row.attempts + 1 },
        ),
      )
      return refusal ? 0 : Math.max(retryAfterOf(error), backoff(row.attempts + 1, FIRST_BACKOFF_MS, MOST_BACKOFF_MS))
    }
  }

  async function firstWaiting(id: ConversationId): Promise<UnsentRow | undefined> {
    return store
      .db()
      .unsent.where('[conversationId+position]')
      .between([id, 0], [id, Infinity])
      .and((row) => row.state === 'waiting')
      .first()
  }

  return {
    wake: () => draining.forEach((pause) => pause.wake()),
    stop() {
      stopped = true
      watching.unsubscribe()
      stopFollowing()
      draining.forEach((pause) => pause.wake())
    },
  }
}

function retryAfterOf(error: unknown): number {
  const seconds = error instanceof DomainError ? Number(error.facts.retry_after_s ?? 0) : 0
  return Number.isFinite(seconds) ? seconds * 1_000 : 0
}
