import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clockSkew, forgetServerTime, isClockWrong, recordServerTime, serverNow } from './server-clock.ts'

const DEVICE_MS = 1_770_000_000_000

beforeEach(() => {
  vi.useFakeTimers({ now: DEVICE_MS, toFake: ['Date'] })
  forgetServerTime()
})
afterEach(() => vi.useRealTimers())

test('a device that is an hour behind counts down by the server, and is told so', () => {
  expect(clockSkew()).toBeNull()
  recordServerTime({ server_ms: DEVICE_MS + 3_600_050, asked_ms: DEVICE_MS, answered_ms: DEVICE_MS + 100 })
  expect(clockSkew()).toBe(3_600_000)
  expect(serverNow()).toBe(DEVICE_MS + 3_600_000)
  expect(isClockWrong()).toBe(true)
})

test('a slow network is not taken for a wrong clock: the quickest answer counts', () => {
  recordServerTime({ server_ms: DEVICE_MS + 10, asked_ms: DEVICE_MS, answered_ms: DEVICE_MS + 20 })
  recordServerTime({ server_ms: DEVICE_MS + 8_000, asked_ms: DEVICE_MS, answered_ms: DEVICE_MS + 9_000 })
  expect(clockSkew()).toBe(0)
  expect(isClockWrong()).toBe(false)
})

test('a clock that was set while the page was open is noticed at the next answer', () => {
  recordServerTime({ server_ms: DEVICE_MS, asked_ms: DEVICE_MS, answered_ms: DEVICE_MS + 10 })
  const set_ms = DEVICE_MS + 60_000 - 7_200_000
  recordServerTime({ server_ms: DEVICE_MS + 60_000, asked_ms: set_ms, answered_ms: set_ms + 50 })
  expect(clockSkew()).toBeCloseTo(7_200_000, -2)
})
