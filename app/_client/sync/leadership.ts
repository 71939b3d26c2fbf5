/**
 * One tab of a browser holds the socket and sends what is unsent. The lock makes it one; the beat notices a leader
 * that is frozen with the lock in its hand: a visible tab that missed three beats takes the lock away. Two leaders for
 * a moment do no harm, since every write is safe to repeat.
 */
import type { ConversationId } from '#server/domain/ids.ts'
import type { SyncState } from './sync-state.ts'
import type { Tab } from './tab.ts'

export const BEAT_MS = 1_000
export const MISSED_BEATS = 3

export type TabMessage =
  /** From the leader, each second and whenever its state changes. */
  | { type: 'beat'; leader: string; state: SyncState }
  /** This conversation is on somebody's screen. */
  | { type: 'open'; conversationId: ConversationId }
  /** Something was written that the leader should look at. */
  | { type: 'look' }

export type Leadership = {
  isLeader(): boolean
  tell(message: Exclude<TabMessage, { type: 'beat' }>): void
  /** Sends a beat now. */
  beat(): void
  /** Leads for this tab alone, whatever the others do: its store is no longer shared. */
  goAlone(): void
  stop(): void
}

export type LeadershipOptions = {
  tab: Tab
  /** The same for all tabs of one member. */
  name: string
  /** Of this tab. */
  id: string
  state(): SyncState
  onLead(): void
  onFollow(): void
  onMessage(message: TabMessage): void
  now?: () => number
}

export function joinTabs(options: LeadershipOptions): Leadership {
  const { tab, name, id } = options
  const now = options.now ?? Date.now
  const channel = tab.openChannel?.(name) ?? null
  const shared = tab.locks !== null && channel !== null
  let leading = false
  let stopped = false
  let alone = false
  let release: (() => void) | null = null
  let queue = new AbortController()
  let heard_ms = now()
  let ticked_ms = now()

  function lead(): void {
    if (leading || stopped) return
    leading = true
    options.onLead()
    beat()
  }
  function follow(): void {
    if (!leading) return
    leading = false
    heard_ms = now()
    if (!stopped) options.onFollow()
  }
  function hold(): Promise<void> {
    if (stopped) return Promise.resolve()
    lead()
    return new Promise((resolve) => {
      release = resolve
    })
  }
  function contend(steal: boolean): void {
    if (!tab.locks || stopped) return
    if (steal) queue.abort()
    queue = new AbortController()
    let granted = false
    const held = () => {
      granted = true
      return hold()
    }
    tab.locks.request(name, steal ? { steal } : { signal: queue.signal }, held).catch(() => {
      // Taken away from us; or only our place in the queue was given up, for taking the lock away ourselves.
      if (!granted || stopped || alone) return
      follow()
      contend(false)
    })
  }
  function beat(): void {
    if (leading && !alone)
      channel?.postMessage({ type: 'beat', leader: id, state: options.state() } satisfies TabMessage)
  }
  function tick(): void {
    // A tab that was frozen itself has heard nothing for that reason alone.
    if (now() - ticked_ms > 2 * BEAT_MS) heard_ms = now()
    ticked_ms = now()
    if (leading) beat()
    else if (shared && !alone && tab.isVisible() && now() - heard_ms > MISSED_BEATS * BEAT_MS) {
      heard_ms = now()
      contend(true)
    }
  }

  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (alone) return
    if (data.type === 'beat') heard_ms = now()
    options.onMessage(data)
  })
  if (shared) contend(false)
  else lead()
  const timer = setInterval(tick, BEAT_MS)

  return {
    isLeader: () => leading,
    tell: (message) => channel?.postMessage(message),
    beat,
    goAlone() {
      alone = true
      queue.abort()
      // Whoever is next keeps the shared store up to date.
      release?.()
      lead()
    },
    stop() {
      stopped = true
      clearInterval(timer)
      queue.abort()
      leading = false
      release?.()
      channel?.close()
    },
  }
}
