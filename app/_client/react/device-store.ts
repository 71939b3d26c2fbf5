'use client'
import { useCallback, useSyncExternalStore } from 'react'
import type { StoreKind } from '../store/store.ts'
import { useWorkspaceClient } from './client-context.ts'

/** `memory`: this browser keeps nothing over a reload, for want of room or of a database. */
export function useStoreKind(): StoreKind {
  const { engine } = useWorkspaceClient()
  const subscribe = useCallback((listener: () => void) => engine?.store.onChange(listener) ?? ignore, [engine])
  return useSyncExternalStore(
    subscribe,
    () => engine?.store.kind() ?? 'kept',
    () => 'kept',
  )
}

/** What this site uses of the room the browser gives it, in bytes; null where the browser does not tell. */
export async function storeSize(): Promise<{ used: number; quota: number } | null> {
  if (!('storage' in navigator)) return null
  const { usage, quota } = await navigator.storage.estimate()
  return usage === undefined || quota === undefined ? null : { used: usage, quota }
}

function ignore(): void {}
