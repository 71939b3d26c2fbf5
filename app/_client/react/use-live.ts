'use client'
import { useLiveQuery } from 'dexie-react-hooks'
import { useCallback, useSyncExternalStore } from 'react'
import type { Database } from '../store/database.ts'
import { useWorkspaceClient } from './client-context.ts'

/**
 * What the store has, again whenever it changes, in this tab or another. Undefined until it was read once.
 * @param deps everything the query uses besides the database
 */
export function useLive<T>(query: (db: Database) => Promise<T>, deps: readonly unknown[]): T | undefined {
  const db = useDatabase()
  // The query is new on every render; what it depends on is listed.
  return useLiveQuery(async () => (db ? await query(db).catch(whenClosed) : undefined), [db, ...deps])
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
