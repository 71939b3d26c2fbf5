'use client'
import { useSyncExternalStore } from 'react'
import { ShellSkeleton } from './shell-skeleton.tsx'
import { WorkspaceApp } from './workspace-app.tsx'

/** Drawn in the browser only: everything it shows comes from the device's own store. */
export function WorkspaceLoader() {
  const inBrowser = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
  return inBrowser ? <WorkspaceApp /> : <ShellSkeleton />
}

const nothingChanges = (): void => undefined
const subscribe = () => nothingChanges
