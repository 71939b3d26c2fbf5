import { expect, test } from 'vitest'
import { changeSendTime } from './change-send-time.ts'
import { checkSendTime } from './send-time.ts'
import { offsetSecondsAt } from './zone.ts'

const nineInParis = 1_796_112_000 // 2026-12-01T08:00:00Z
const clock = checkSendTime({ zone: 'Europe/Paris', wallClock: '2026-12-01T09:00' })
const instant = checkSendTime({ zone: 'Europe/Paris', sendAt: nineInParis })
const change = (held: typeof clock, to: Parameters<typeof changeSendTime>[1]) =>
  changeSendTime(held, to, offsetSecondsAt)

test('nothing given, or the zone it has: the same object', () => {
  expect(change(clock, {})).toBe(clock)
  expect(change(clock, { zone: 'Europe/Paris' })).toBe(clock)
})

test('a zone alone shows the same instant there, and the promise stays of its kind', () => {
  const inTokyo = { sendAt: nineInParis, zone: 'Asia/Tokyo', wallClock: '2026-12-01T17:00:00' }
  expect(change(clock, { zone: 'Asia/Tokyo' })).toEqual({ ...inTokyo, promised: null })
  expect(change(instant, { zone: 'Asia/Tokyo' })).toEqual({ ...inTokyo, promised: 'instant' })
})

test('a wall clock alone is one of the present zone; with the zone it is one there', () => {
  expect(change(instant, { wallClock: '2026-12-01T09:00' })).toEqual(clock)
  expect(change(clock, { wallClock: '2026-12-01T09:00', zone: 'Asia/Tokyo' })).toMatchObject({
    sendAt: nineInParis - 8 * 3600,
    promised: null,
  })
})

test('a choice alone is one about the present wall clock', () => {
  const twice = checkSendTime({ zone: 'Europe/Paris', wallClock: '2026-10-25T02:30' })
  expect(change(twice, { choice: 'second' })).toEqual({ ...twice, sendAt: twice.sendAt + 3600, promised: 'later' })
})
