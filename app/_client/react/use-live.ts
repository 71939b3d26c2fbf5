'use client'
import { liveQuery } from 'dexie'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Database } from '../store/database.ts'
import { useWorkspaceClient } from './client-context.ts'

/**
 * What the store has, again whenever it changes, in this tab or another. Undefined until it was read once.
 * @param deps everything the query uses besides the database
 */
export function useLive<T>(query: (db: Database) => Promise<T>, deps: readonly unknown[]): T | undefined {
  const db = useDatabase()
  const all = [db, ...deps]
  const [answer, setAnswer] = useState<{ value: T | undefined; failure?: unknown }>({ value: undefined })
  const latest = useRef(query)
  latest.current = query
  // The query is new on every render; what it depends on is listed. What was read before stays until the next answer.
  useEffect(() => {
    if (!db) return
    const watch = liveQuery(() => latest.current(db).catch(whenClosed)).subscribe(
      (value) => setAnswer((before) => (before.value === value && !('failure' in before) ? before : { value })),
      (failure: unknown) => setAnswer({ value: undefined, failure }),
    )
    return () => watch.unsubscribe()
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, all)
  if (answer.failure !== undefined) throw answer.failure
  return answer.value
}

/** Another one after the store went to memory. */
function useDatabase(): Database | null {
  const { engine } = useWorkspaceClient()
  const subscribe = useCallback((listener: () => void) => engine?.store.onChange(listener) ?? nothingToUndo, [engine])
  const read = useCallback(() => engine?.store.db() ?? null, [engine])
  return useSyncExternalStore(subscribe, read, noDatabase)
}

/** The page is being left, or the store is just moving; the next database is asked anew. */
function whenClosed(error: unknown): undefined {
  if (error instanceof Error && CLOSED.has(error.name)) return undefined
  throw error
}
const CLOSED = new Set(['DatabaseClosedError', 'InvalidStateError', 'AbortError'])

function nothingToUndo(): void {}
const noDatabase = (): null => null
