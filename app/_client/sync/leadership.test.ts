import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BEAT_MS, joinTabs, MISSED_BEATS, type Leadership, type TabMessage } from './leadership.ts'
import { programTab, type Tab } from './tab.ts'

/** Web Locks as browsers have them, for one page: requests queue, `steal` breaks the holder. */
function createLocks(): Tab['locks'] {
  type Holder = { breakOff(): void }
  let holder: Holder | null = null
  const queue: (() => void)[] = []

  const request = (_name: string, options: LockOptions, work: () => Promise<unknown>): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const abort = () => reject(new DOMException('given up', 'AbortError'))
      const grant = () => {
        if (options.signal?.aborted) return queue.shift()?.()
        const me: Holder = { breakOff: () => abort() }
        holder = me
        work().then((value) => {
          if (holder !== me) return
          holder = null
          resolve(value)
          queue.shift()?.()
        }, reject)
      }
      if (options.steal) {
        const broken = holder
        holder = null
        broken?.breakOff()
        return grant()
      }
      options.signal?.addEventListener('abort', abort, { once: true })
      if (holder) queue.push(grant)
      else grant()
    })
  return { request } as Tab['locks']
}

/** Channels of one browser: everybody hears the others, nobody themselves. */
function createChannels(): NonNullable<Tab['openChannel']> {
  const open = new Set<{ hear: ((event: MessageEvent<TabMessage>) => void)[]; closed: boolean }>()
  return () => {
    const me = { hear: [] as ((event: MessageEvent<TabMessage>) => void)[], closed: false }
    open.add(me)
    return {
      postMessage: (data: TabMessage) => {
        for (const other of open)
          if (other !== me) for (const hear of other.hear) hear({ data } as MessageEvent<TabMessage>)
      },
      addEventListener: (_type: string, listener: (event: MessageEvent<TabMessage>) => void) =>
        void me.hear.push(listener),
      close: () => void open.delete(me),
    } as unknown as BroadcastChannel
  }
}

const tabs: Leadership[] = []
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.stop()
  vi.useRealTimers()
})

function browser() {
  const [locks, openChannel] = [createLocks(), createChannels()]
  return (given: { visible?: () => boolean; frozen?: () => boolean } = {}) => {
    const log: string[] = []
    const tab: Tab = { ...programTab(), locks, openChannel, isVisible: given.visible ?? (() => true) }
    const leadership = joinTabs({
      tab: given.frozen
        ? { ...tab, openChannel: (name) => muted(openChannel(name), given.frozen ?? (() => false)) }
        : tab,
      name: 'm',
      id: `tab ${tabs.length}`,
      state: () => ({ connection: 'online', signedOut: false }),
      onLead: () => void log.push('lead'),
      onFollow: () => void log.push('follow'),
      onMessage: () => {},
    })
    tabs.push(leadership)
    return { leadership, log }
  }
}
function muted(channel: BroadcastChannel, isFrozen: () => boolean): BroadcastChannel {
  const { postMessage } = channel
  channel.postMessage = (message) => {
    if (!isFrozen()) postMessage(message)
  }
  return channel
}
const afterBeats = (count: number) => vi.advanceTimersByTimeAsync(count * BEAT_MS)

test('of several tabs one leads; when it closes, the next does', async () => {
  const openTab = browser()
  const [first, second, third] = [openTab(), openTab(), openTab()]
  await afterBeats(10)
  expect([first, second, third].map((tab) => tab.leadership.isLeader())).toEqual([true, false, false])
  first.leadership.stop()
  await afterBeats(1)
  expect([second, third].map((tab) => tab.leadership.isLeader())).toEqual([true, false])
})

test('a leader that falls silent with the lock in its hand is followed by a visible tab after three beats', async () => {
  const openTab = browser()
  let frozen = false
  const silent = openTab({ frozen: () => frozen })
  const next = openTab()
  await afterBeats(5)
  frozen = true
  await afterBeats(MISSED_BEATS)
  expect(next.leadership.isLeader()).toBe(false)
  await afterBeats(2)
  expect(next.leadership.isLeader()).toBe(true)
  expect(silent.log).toEqual(['lead', 'follow'])
  frozen = false
  await afterBeats(10)
  expect([silent.leadership.isLeader(), next.leadership.isLeader()]).toEqual([false, true])
})

test('a tab whose store went to memory leads for itself and leaves the shared one to the next', async () => {
  const openTab = browser()
  const [first, second] = [openTab(), openTab()]
  first.leadership.goAlone()
  await afterBeats(10)
  expect([first, second].map((tab) => [tab.leadership.isLeader(), tab.log])).toEqual([
    [true, ['lead']],
    [true, ['lead']],
  ])
})

test('a hidden tab takes nothing away', async () => {
  const openTab = browser()
  const silent = openTab({ frozen: () => true })
  const hidden = openTab({ visible: () => false })
  await afterBeats(20)
  expect([silent.leadership.isLeader(), hidden.leadership.isLeader()]).toEqual([true, false])
})

test('without Web Locks each tab leads for itself', async () => {
  const openChannel = createChannels()
  const open = () =>
    joinTabs({
      tab: { ...programTab(), openChannel },
      name: 'm',
      id: 'x',
      state: () => ({ connection: 'online', signedOut: false }),
      onLead: () => {},
      onFollow: () => {},
      onMessage: () => {},
    })
  tabs.push(open(), open())
  expect(tabs.map((tab) => tab.isLeader())).toEqual([true, true])
})
