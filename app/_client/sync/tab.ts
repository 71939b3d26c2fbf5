/** What the sync layer needs to know of the page it runs in. A program outside a browser is a page of its own. */
export type Tab = {
  isVisible(): boolean
  isOnline(): boolean
  /** Called when the page is shown, or the network is back. */
  onWake(listener: () => void): () => void
  onOffline(listener: () => void): () => void
  /** Null where the browser gives none (plain http, old ones): then every tab keeps its own socket. */
  locks: Pick<LockManager, 'request'> | null
  openChannel: ((name: string) => BroadcastChannel) | null
}

export function browserTab(): Tab {
  return {
    isVisible: () => document.visibilityState === 'visible',
    isOnline: () => navigator.onLine,
    onWake(listener) {
      const onVisible = () => {
        if (document.visibilityState === 'visible') listener()
      }
      document.addEventListener('visibilitychange', onVisible)
      window.addEventListener('online', listener)
      window.addEventListener('pageshow', listener)
      return () => {
        document.removeEventListener('visibilitychange', onVisible)
        window.removeEventListener('online', listener)
        window.removeEventListener('pageshow', listener)
      }
    },
    onOffline(listener) {
      window.addEventListener('offline', listener)
      return () => window.removeEventListener('offline', listener)
    },
    locks: 'locks' in navigator ? navigator.locks : null,
    openChannel: typeof BroadcastChannel === 'undefined' ? null : (name) => new BroadcastChannel(name),
  }
}

/** For programs and tests: always shown, always online, alone. */
export const programTab = (): Tab => ({
  isVisible: () => true,
  isOnline: () => true,
  onWake: () => nothingToUndo,
  onOffline: () => nothingToUndo,
  locks: null,
  openChannel: null,
})

function nothingToUndo(): void {}
