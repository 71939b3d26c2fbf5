import { expect, test } from 'vitest'
import type { EpochSeconds, ZoneId } from '#server/domain/time/units.ts'
import { theirMornings, whenAt } from './readers.ts'

const zone = (name: string) => name as ZoneId
const at = (utc: string) => Date.parse(`${utc}Z`)
const labels = (now: string, theirs: string, mine: string, hour12 = true) =>
  theirMornings(at(now), zone(theirs), { zone: mine, hour12 }).map(({ label }) => label)

test('tomorrow nine where they are, told with one’s own clock', () => {
  const [one, ...rest] = theirMornings(at('2026-12-01T15:00:00'), zone('Europe/Berlin'), {
    zone: 'America/New_York',
    hour12: true,
  })
  expect(rest).toEqual([])
  expect(one).toEqual({
    label: 'Tomorrow 9:00 AM their time (3:00 AM yours)',
    sendAt: at('2026-12-02T08:00:00') / 1000,
    zone: 'Europe/Berlin',
    wallClock: '2026-12-02T09:00:00',
  })
})

test('while their day has not begun, today is offered as well', () => {
  expect(labels('2026-12-01T23:00:00', 'Asia/Tokyo', 'Europe/Berlin', false)).toEqual([
    'Tomorrow 09:00 their time (01:00 yours)',
  ])
  expect(labels('2026-12-01T20:00:00', 'Asia/Tokyo', 'Europe/Berlin', false)).toEqual([
    'Tomorrow 09:00 their time (01:00 yours)',
    'Thu 09:00 their time (01:00 yours)',
  ])
})

test('one’s own day is told where it is another than theirs', () => {
  expect(labels('2026-12-02T04:00:00', 'Asia/Tokyo', 'America/Los_Angeles')).toEqual([
    'Thu 9:00 AM their time (Wed 4:00 PM yours)',
  ])
})

test('where both clocks show the same there is nothing to offer, though the zones have other names', () => {
  expect(labels('2026-12-01T15:00:00', 'Europe/Paris', 'Europe/Berlin')).toEqual([])
})

test('over a clock change it is nine on their wall', () => {
  const [one] = theirMornings(at('2027-03-13T20:00:00'), zone('America/New_York'), {
    zone: 'Europe/Berlin',
    hour12: false,
  })
  expect(one?.sendAt).toBe(1_805_029_200) // 2027-03-14T13:00:00Z
  expect(one?.label).toBe('Tomorrow 09:00 their time (14:00 yours)')
})

test('a second found for the readers is one of the wall clock in the zone that was being used', () => {
  expect(whenAt((at('2026-12-02T14:00:00') / 1000) as EpochSeconds, zone('Europe/Berlin'))).toEqual({
    sendAt: at('2026-12-02T14:00:00') / 1000,
    zone: 'Europe/Berlin',
    wallClock: '2026-12-02T15:00:00',
  })
})
