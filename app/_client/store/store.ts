/**
 * The device's copy with its two troubles dealt with. A full quota first costs old messages (they can be fetched
 * again), then persistence: the store goes on in memory, with what was written here carried over, and says so. The
 * same happens where the browser gives no database at all.
 */
import type { MemberId } from '#server/domain/ids.ts'
import { commitEvent } from './commit-event.ts'
import { databaseName, openDatabase, type Database, type IndexedDb } from './database.ts'
import type { Plan, SyncEvent } from './sync-event.ts'

export type StoreKind = 'kept' | 'memory'

export type Store = {
  readonly me: MemberId
  /** Changes when the store goes to memory: subscribe with `onChange`. */
  db(): Database
  kind(): StoreKind
  onChange(listener: () => void): () => void
  commit(event: SyncEvent): Promise<Plan>
  /** Any other write of the sync layer. `work` may run again, so it must not depend on an earlier half of itself. */
  write<T>(work: (db: Database) => Promise<T>): Promise<T>
  close(): void
}

/** @param idb programs and tests bring their own; null where there is none */
export async function openStore(
  me: MemberId,
  idb: IndexedDb | null = browsersOwn(),
  name: string = databaseName(me),
): Promise<Store> {
  let kind: StoreKind = idb ? 'kept' : 'memory'
  let db = idb ? openDatabase(name, idb) : await (await loadMemory()).openMemoryDatabase(name)
  let closed = false
  const listeners = new Set<() => void>()

  async function goToMemory(): Promise<void> {
    const { carryOver, openMemoryDatabase } = await loadMemory()
    const memory = await openMemoryDatabase(name)
    await carryOver(db, memory).catch(letGo)
    db.close()
    db = memory
    kind = 'memory'
    for (const listener of listeners) listener()
  }

  async function write<T>(work: (database: Database) => Promise<T>): Promise<T> {
    try {
      return await work(db)
    } catch (error) {
      if (closed || kind === 'memory' || !isStorageError(error)) throw error
      if (await canGoOn(error)) {
        try {
          return await work(db)
        } catch (again) {
          if (!isStorageError(again)) throw again
        }
      }
      await goToMemory()
      return work(db)
    }
  }

  /** Makes room, or opens a database again that the browser closed. */
  async function canGoOn(error: unknown): Promise<boolean> {
    try {
      if (isQuotaError(error)) {
        const { evict, TIGHT_BOUNDS } = await import('./evict.ts')
        return (await evict(db, Date.now(), TIGHT_BOUNDS)) > 0
      }
      if (!db.isOpen()) await db.open()
      return true
    } catch {
      return false
    }
  }

  try {
    await db.open()
  } catch {
    await goToMemory()
  }
  return {
    me,
    db: () => db,
    kind: () => kind,
    onChange: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    commit: (event) => write((database) => commitEvent(database, me, event)),
    write,
    close() {
      closed = true
      db.close()
    },
  }
}

/** Few browsers need it, so it is fetched apart. */
const loadMemory = () => import('./memory-database.ts')

const browsersOwn = (): IndexedDb | null =>
  typeof indexedDB === 'undefined' || indexedDB === null ? null : { indexedDB, IDBKeyRange }

/** The old database cannot be read either: the page starts with what the server has. */
function letGo(): void {}

const STORAGE_ERRORS = new Set([
  'QuotaExceededError',
  'InvalidStateError',
  'UnknownError',
  'DatabaseClosedError',
  'OpenFailedError',
  'MissingAPIError',
])

const isQuotaError = (error: unknown): boolean => namesOf(error).includes('QuotaExceededError')
const isStorageError = (error: unknown): boolean => namesOf(error).some((name) => STORAGE_ERRORS.has(name))

/** A transaction that ran out of room is often reported as aborted, with the reason inside. */
function namesOf(error: unknown): string[] {
  const names: string[] = []
  for (let one = error; one instanceof Error || one instanceof DOMException; one = (one as { inner?: unknown }).inner)
    names.push(one.name)
  return names
}
