'use client'
import { useEffect } from 'react'

/**
 * Registers the service worker that opens the workspace without a connection, and tells it what this page was drawn
 * from. Without a service worker everything else works.
 * @param loadRest fetches the parts of the page that have not been needed yet
 */
export function useOfflineShell(loadRest: () => Promise<void>): void {
  useEffect(() => {
    const timer = setTimeout(() => void loadRest().then(register), AFTER_MS)
    return () => clearTimeout(timer)
  }, [loadRest])
}

/** Long enough for the room to stand first. */
const AFTER_MS = 2_000

function register(): void {
  if (process.env.NODE_ENV !== 'production' || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker
    .register('/sw.js')
    .then(() => serviceWorker.ready)
    .then(({ active }) => active?.postMessage({ page: location.pathname, files: loadedFiles() }))
    .catch(() => undefined) // refused (private window, full disk): the workspace then does not open without a connection
}

const loadedFiles = (): string[] => [
  ...new Set(
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.startsWith(`${location.origin}/_next/static/`)),
  ),
]
