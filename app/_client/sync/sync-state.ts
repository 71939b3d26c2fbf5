/**
 * online: frames arrive as they happen. reconnecting: the socket was lost a moment ago. polling: sockets do not get
 * through here, so heads are fetched every few seconds. offline: nothing gets through.
 */
export type ConnectionState = 'online' | 'reconnecting' | 'polling' | 'offline'

export type SyncState = {
  connection: ConnectionState
  /** The session is over: what is unsent waits until somebody signs in again. */
  signedOut: boolean
}

export const isSameState = (a: SyncState, b: SyncState): boolean =>
  a.connection === b.connection && a.signedOut === b.signedOut
