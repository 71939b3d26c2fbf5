/**
 * The lists that belong to one member alone: fetched whole when a nudge says so, after every connection, and when a
 * scheduled message should have been sent by now, since frames and nudges may be lost. Many wishes for a list are one
 * question.
 */
import type { Nudge } from '#server/protocol/socket-events.ts'
import {
  mergeConversations,
  replaceMembers,
  replaceNotices,
  replacePlannedDrafts,
  replaceScheduled,
} from '../store/replace-lists.ts'
import type { Store } from '../store/store.ts'
import { serverNow } from '../server-clock.ts'
import { backoff } from './pause.ts'
import type { SyncApi } from './sync-api.ts'

const FIRST_BACKOFF_MS = 1_000
const MOST_BACKOFF_MS = 30_000
/** A message is sent within 250 ms of its second; then its frame comes, or a nudge if it failed. */
const NEWS_EXPECTED_MS = 1_000
const LOOK_FOR_OVERDUE_MS = 2_000

export type Refresher = {
  /** Resolves when the lists have been asked for once more, well or not; what failed goes on being tried. */
  refresh(about: readonly Nudge[]): Promise<void>
  isIdle(): boolean
  stop(): void
}

/** Set once a list was there, so that an empty one can be told from one that was never asked for. */
export const loadedKey = (list: ListName) => `loaded:${list}`

type ListName = 'scheduled' | 'notices' | 'conversations' | 'members'
const LISTS: Record<Nudge, ListName> = {
  scheduled: 'scheduled',
  notices: 'notices',
  memberships: 'conversations',
  reads: 'conversations',
  directory: 'members',
}

export function createRefresher(store: Store, api: SyncApi): Refresher {
  const fetches: Record<ListName, () => Promise<void>> = {
    async scheduled() {
      const asked_ms = serverNow()
      const [views, drafts] = await Promise.all([api.scheduled(), api.plannedDrafts()])
      await store.write(async (db) => {
        await replaceScheduled(db, views, asked_ms)
        await replacePlannedDrafts(db, drafts)
      })
    },
    async notices() {
      const notices = await api.notices()
      await store.write((db) => replaceNotices(db, notices))
    },
    async conversations() {
      const listed = await api.conversations()
      await store.write((db) => mergeConversations(db, listed))
    },
    async members() {
      const members = await api.members()
      await store.write((db) => replaceMembers(db, members))
    },
  }
  const jobs = new Map<ListName, Job>()
  let stopped = false

  /** Runs until a fetch went well with no new wish since it began. */
  async function run(list: ListName, job: Job): Promise<void> {
    for (let failures = 0; job.again && !stopped;) {
      job.again = false
      const { resolve } = job.next
      job.next = withResolvers()
      try {
        await fetches[list]()
        await store.write((db) => db.meta.put({ key: loadedKey(list), value: Date.now() }))
        failures = 0
        resolve()
      } catch {
        // Offline, signed out or a fault over there: the list on screen stays, and is asked for again.
        failures++
        job.again = true
        resolve()
        await new Promise((later) => setTimeout(later, backoff(failures, FIRST_BACKOFF_MS, MOST_BACKOFF_MS)))
      }
    }
    job.next.resolve()
  }

  function refreshList(list: ListName): Promise<void> {
    const running = jobs.get(list)
    if (running) {
      running.again = true
      return running.next.promise
    }
    if (stopped) return Promise.resolve()
    const next = withResolvers()
    const job = { again: true, next }
    jobs.set(list, job)
    void run(list, job).finally(() => jobs.delete(list))
    return next.promise
  }

  const refresh = async (about: readonly Nudge[]): Promise<void> => {
    await Promise.all([...new Set(about.map((nudge) => LISTS[nudge]))].map(refreshList))
  }

  async function lookForOverdue(): Promise<void> {
    const until_s = Math.floor((serverNow() - NEWS_EXPECTED_MS) / 1_000)
    const overdue = await store
      .db()
      .scheduled.where('[status+sendAt]')
      .between(['SCHEDULED', 0], ['SCHEDULED', until_s], true, true)
      .count()
    if (overdue > 0) await refresh(['scheduled', 'notices'])
  }
  const timer = setInterval(() => void lookForOverdue().catch(() => {}), LOOK_FOR_OVERDUE_MS)

  return {
    refresh,
    isIdle: () => jobs.size === 0,
    stop() {
      stopped = true
      clearInterval(timer)
    },
  }
}

/** `next` resolves with the fetch that starts next. */
type Job = { again: boolean; next: PromiseWithResolvers }
type PromiseWithResolvers = { promise: Promise<void>; resolve: () => void }

function withResolvers(): PromiseWithResolvers {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
