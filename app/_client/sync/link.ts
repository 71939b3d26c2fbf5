/**
 * The way to the server: a socket where one gets through (long-polling where web sockets are blocked), and plain
 * questions every few seconds where none does. Reconnects are its own: the first after a random part of the spread the
 * server gave, so that a crowd comes back spread, then with full jitter up to a minute.
 */
import type { Head } from '#server/protocol/frame.ts'
import type { ClientToServer, Hello, ServerToClient } from '#server/protocol/socket-events.ts'
import { io, type Socket } from 'socket.io-client'
import { backoff, createPause } from './pause.ts'
import type { ConnectionState } from './sync-state.ts'
import { isGone, isSignedOut, type SyncApi } from './sync-api.ts'
import type { Tab } from './tab.ts'

export type LinkHandlers = Omit<ServerToClient, 'hello' | 'drain'> & {
  hello(hello: Hello): void
  /** The same as a hello's heads, without a socket: every conversation of the member. */
  polled(heads: Head[]): void
  state(state: ConnectionState): void
  signedOut(): void
  /** The member may not be here any more. */
  expelled(): void
}

export type LinkTimes = {
  handshake_ms: number
  poll_ms: number
  firstBackoff_ms: number
  mostBackoff_ms: number
  spread_ms: number
}
const TIMES: LinkTimes = {
  handshake_ms: 12_000,
  poll_ms: 4_000,
  firstBackoff_ms: 1_000,
  mostBackoff_ms: 60_000,
  spread_ms: 1_000,
}

/** So many failures in a row, and plain questions begin. */
const FAILURES_BEFORE_POLLING = 3

export type Link = { wake(): void; stop(): void }

export type LinkParts = { api: SyncApi; tab: Tab; handlers: LinkHandlers; times?: Partial<LinkTimes> }

export function openLink(parts: LinkParts): Link {
  const { api, tab, handlers } = parts
  const times = { ...TIMES, ...parts.times }
  const between = createPause()
  const polls = createPause()
  let stopped = false
  let failures = 0
  let connected = false
  let polling: 'no' | 'works' | 'fails' = 'no'
  let spread_ms = times.spread_ms
  let socket: Socket<ServerToClient, ClientToServer> | null = null

  const tellState = () => {
    if (!stopped) handlers.state(stateOf({ connected, failures, polling, online: tab.isOnline() }))
  }
  const stopWatching = [tab.onWake(() => between.wake()), tab.onOffline(tellState)]
  void connectForEver()
  void pollWhileWithoutSocket()

  return {
    wake: () => between.wake(),
    stop() {
      stopped = true
      for (const stop of stopWatching) stop()
      socket?.disconnect()
      between.wake()
      polls.wake()
    },
  }

  async function connectForEver(): Promise<void> {
    while (!stopped) {
      let wait_ms: number
      try {
        const told = await oneConnection()
        failures = 0
        wait_ms = told ?? Math.random() * spread_ms
      } catch (error) {
        if (isSignedOut(error)) handlers.signedOut()
        else if (isGone(error)) handlers.expelled()
        failures++
        if (failures === FAILURES_BEFORE_POLLING) polls.wake()
        wait_ms = backoff(failures, times.firstBackoff_ms, times.mostBackoff_ms)
      }
      connected = false
      if (stopped) return
      tellState()
      await between.wait(wait_ms)
    }
  }

  /** Lives as long as the connection. @returns a delay if the server named one. @throws if it never came to a hello */
  async function oneConnection(): Promise<number | null> {
    const { gatewayUrl, ticket } = await api.connect()
    if (stopped) return null
    // A web socket that hangs instead of failing would always use up the handshake: every second try begins with polling.
    const transports = failures % 2 === 0 ? ['websocket', 'polling'] : ['polling', 'websocket']
    const opened: Socket<ServerToClient, ClientToServer> = io(gatewayUrl, {
      path: '/socket',
      auth: { ticket },
      transports,
      tryAllTransports: true,
      reconnection: false,
      forceNew: true,
      timeout: times.handshake_ms,
    })
    socket = opened
    try {
      return await liveOn(opened)
    } finally {
      opened.disconnect()
      socket = null
    }
  }

  function liveOn(opened: Socket<ServerToClient, ClientToServer>): Promise<number | null> {
    return new Promise((resolve, reject) => {
      const tooLong = setTimeout(() => reject(new Error('no hello')), times.handshake_ms)
      let leaving: ReturnType<typeof setTimeout> | undefined
      opened.on('connect_error', reject)
      // A proxy that takes the connection and closes it again without a word raises no error.
      opened.io.engine.on('close', (reason) => {
        if (!connected) reject(new Error(reason))
      })
      opened.on('disconnect', (reason) => {
        clearTimeout(tooLong)
        clearTimeout(leaving)
        if (connected) resolve(null)
        else reject(new Error(reason))
      })
      opened.on('hello', (hello) => {
        clearTimeout(tooLong)
        connected = true
        failures = 0
        polling = 'no'
        spread_ms = hello.reconnectSpread_ms
        tellState()
        handlers.hello(hello)
      })
      opened.on('drain', (after_ms) => {
        leaving = setTimeout(() => resolve(0), after_ms)
      })
      opened.on('frame', handlers.frame)
      opened.on('heads', handlers.heads)
      opened.on('nudge', handlers.nudge)
      opened.on('purge', handlers.purge)
    })
  }

  async function pollWhileWithoutSocket(): Promise<void> {
    while (!stopped) {
      if (!connected && failures >= FAILURES_BEFORE_POLLING) await poll()
      await polls.wait(times.poll_ms)
    }
  }

  async function poll(): Promise<void> {
    try {
      const heads = await api.heads()
      if (stopped || connected) return
      polling = 'works'
      handlers.polled(heads)
    } catch {
      polling = 'fails'
    }
    if (!connected) tellState()
  }
}

function stateOf(facts: {
  connected: boolean
  failures: number
  polling: 'no' | 'works' | 'fails'
  online: boolean
}): ConnectionState {
  if (facts.connected) return 'online'
  if (!facts.online) return 'offline'
  if (facts.polling === 'works') return 'polling'
  return facts.polling === 'fails' ? 'offline' : 'reconnecting'
}
