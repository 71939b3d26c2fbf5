/**
 * One connection to Redis that never makes a caller wait for a server that is not there: commands fail at once while
 * it is away, and the link says which server it is. Losing Redis costs punctuality for a moment, never a message (I8).
 */
import { Redis } from 'ioredis'
import { defineScripts, type ScriptedRedis } from './scripts/define-scripts.ts'

const COMMAND_TIMEOUT_MS = 2_000
/** A server that has said nothing for this long while asked counts as away, although its connection stands (S6). */
const SILENT_MS = 1_000
const CONNECT_TIMEOUT_MS = 2_000
const RECONNECT_AT_MOST_MS = 500
/** A paused or unplugged server still holds its connections open: only silence tells. */
const PING_EVERY_MS = 250
const SILENT_AFTER_MS = 600

export type RedisLink = {
  client: ScriptedRedis
  /**
   * The run id of the server now connected, or null while away. A restarted server has a new one, so what an older
   * server was told cannot be mistaken for what this one holds.
   */
  runId(): string | null
  onStateChange(listener: (state: 'ready' | 'away') => void): void
  /** Resolves true once ready, false after `timeout_ms`. */
  waitReady(timeout_ms: number): Promise<boolean>
  end(): Promise<void>
}

/** @param url `redis://host:port[/db]` */
export function connectRedis(url: string): RedisLink {
  const client = defineScripts(
    new Redis(url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: COMMAND_TIMEOUT_MS,
      socketTimeout: SILENT_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      retryStrategy: (times) => Math.min(times * 50, RECONNECT_AT_MOST_MS),
      autoResendUnfulfilledCommands: false,
    }),
  )
  const listeners = new Set<(state: 'ready' | 'away') => void>()
  let runId: string | null = null

  const becomeAway = () => {
    if (runId === null) return
    runId = null
    for (const listener of listeners) listener('away')
  }
  const becomeReady = async () => {
    const info = await client.info('server')
    runId = /^run_id:(\w+)/m.exec(info)?.[1] ?? null
    if (runId) for (const listener of listeners) listener('ready')
  }
  // Without a listener ioredis prints every refused connection; the state already tells.
  client.on('error', () => {})
  client.on('close', becomeAway)
  // A server that does not say who it is cannot be trusted to hold anything: connect anew.
  client.on('ready', () => void becomeReady().catch(() => client.disconnect(true)))
  const stopWatching = watchForSilence(client, () => {
    becomeAway()
    client.disconnect(true)
  })

  return {
    client,
    runId: () => runId,
    onStateChange: (listener) => void listeners.add(listener),
    waitReady: (timeout_ms) => waitUntil(() => runId !== null, listeners, timeout_ms),
    end: async () => {
      stopWatching()
      if (client.status === 'ready') await client.quit().catch(() => client.disconnect())
      else client.disconnect()
    },
  }
}

/** Calls `onSilence` when a ready server has left a ping unanswered for too long. */
function watchForSilence(client: Redis, onSilence: () => void): () => void {
  let askedAt = 0
  const timer = setInterval(() => {
    if (client.status !== 'ready') {
      askedAt = 0
    } else if (askedAt === 0) {
      askedAt = performance.now()
      const answered = () => {
        askedAt = 0
      }
      client.ping().then(answered, answered)
    } else if (performance.now() - askedAt > SILENT_AFTER_MS) {
      askedAt = 0
      onSilence()
    }
  }, PING_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function waitUntil(
  isReady: () => boolean,
  listeners: Set<(state: 'ready' | 'away') => void>,
  timeout_ms: number,
): Promise<boolean> {
  if (isReady()) return Promise.resolve(true)
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer)
      listeners.delete(onChange)
      resolve(isReady())
    }
    const timer = setTimeout(finish, timeout_ms)
    const onChange = () => {
      if (isReady()) finish()
    }
    listeners.add(onChange)
  })
}
