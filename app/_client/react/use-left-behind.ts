'use client'
import { useCallback, useEffect, useState } from 'react'
import { useWorkspaceClient } from './client-context.ts'
import { countLeftBehind, type LeftBehind } from '../left-behind.ts'

/** What signing out would take from this device for good, read when `wanted`; undefined until then. */
export function useLeftBehind(wanted: boolean): LeftBehind | undefined {
  const { ready } = useWorkspaceClient()
  const [found, setFound] = useState<LeftBehind>()
  const look = useCallback(async () => setFound(await countLeftBehind((await ready).store.db())), [ready])
  useEffect(() => {
    if (wanted) void look()
    else setFound(undefined)
  }, [wanted, look])
  return found
}
