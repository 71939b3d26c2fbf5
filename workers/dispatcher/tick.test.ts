import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LONGEST_TICK_MS } from '#server/domain/operations/rhythm.ts'
import { createTicker, SHORTEST_TICK_MS } from './tick.ts'

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

const never = new AbortController().signal

/** How long a wait takes, by the fake clock. */
async function timed(wait: Promise<void>): Promise<number> {
  const started = Date.now()
  let over = false
  void wait.then(() => (over = true))
  for (let i = 0; i < 1_000; i++) {
    await Promise.resolve()
    if (over) return Date.now() - started
    await vi.advanceTimersByTimeAsync(1)
  }
  throw new Error('never over')
}

test('waits until the next known second, and no longer than the longest tick (K95)', async () => {
  const ticker = createTicker()
  expect(await timed(ticker.waitUntil(Date.now() + 100, never))).toBe(100)
  expect(await timed(ticker.waitUntil(Date.now() + 60_000, never))).toBe(LONGEST_TICK_MS)
})

test('two ticks are never closer than the shortest', async () => {
  const ticker = createTicker()
  const first = ticker.waitUntil(Date.now(), never).then(() => Date.now())
  await vi.advanceTimersByTimeAsync(1)
  const second = ticker.waitUntil(Date.now(), never).then(() => Date.now())
  await vi.advanceTimersByTimeAsync(100)
  expect((await second) - (await first)).toBe(SHORTEST_TICK_MS)
})

test('woken for something earlier it looks then; woken for something later it does not care', async () => {
  const ticker = createTicker()
  const wait = ticker.waitUntil(Date.now() + 200, never)
  ticker.wake(Date.now() + 240)
  ticker.wake(Date.now() + 50)
  expect(await timed(wait)).toBe(50)
})

test('a wake during a pass is not lost: it shortens the wait that follows, once', async () => {
  const ticker = createTicker()
  await timed(ticker.waitUntil(Date.now(), never))
  ticker.wake(Date.now() + 30)
  expect(await timed(ticker.waitUntil(Date.now() + 250, never))).toBe(30)
  expect(await timed(ticker.waitUntil(Date.now() + 250, never))).toBe(LONGEST_TICK_MS)
})

test('draining ends the wait at once', async () => {
  const ticker = createTicker()
  const drain = new AbortController()
  const wait = ticker.waitUntil(Date.now() + 200, drain.signal)
  drain.abort()
  expect(await timed(wait)).toBe(0)
  expect(await timed(ticker.waitUntil(Date.now() + 200, drain.signal))).toBe(0)
})

test('over a clock change on a host in Los Angeles the rate stays what it is: no wait is negative or shorter (K63)', async () => {
  const own = process.env.TZ
  process.env.TZ = 'America/Los_Angeles'
  try {
    for (const change of ['2027-03-14T10:00:00Z', '2027-11-07T09:00:00Z']) {
      vi.setSystemTime(Date.parse(change) - 1_000)
      const ticker = createTicker()
      const waits: number[] = []
      for (let i = 0; i < 12; i++) waits.push(await timed(ticker.waitUntil(Date.now() + 3_600_000, never)))
      expect(waits).toEqual(Array.from({ length: 12 }, () => LONGEST_TICK_MS))
    }
  } finally {
    if (own === undefined) delete process.env.TZ
    else process.env.TZ = own
  }
})
