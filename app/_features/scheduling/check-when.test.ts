import { describe, expect, test } from 'vitest'
import { parseZone } from '#server/domain/time/zone.ts'
import { zoneName } from '#app/_ui/time-text.ts'
import { checkWhen, type WhenEntry } from './check-when.ts'

const YEAR_S = 366 * 86_400
const now = Date.parse('2026-11-30T10:00:00.400Z')
const entry = (date: string, time: string, more: Partial<WhenEntry> = {}): WhenEntry => ({
  date,
  time,
  zone: parseZone('Europe/Berlin'),
  reading: null,
  ...more,
})
const at = (iso: string) => Date.parse(iso) / 1000

describe('the time to send', () => {
  test('five seconds from now is taken as it is (K91)', () => {
    expect(checkWhen(entry('2026-11-30', '11:00:05'), now, YEAR_S)).toMatchObject({
      ok: true,
      when: { sendAt: at('2026-11-30T10:00:05Z') },
    })
  })
  test('the past is refused, and so is the running second', () => {
    expect(checkWhen(entry('2026-11-30', '10:59:59'), now, YEAR_S)).toMatchObject({ ok: false, problem: 'past' })
    expect(checkWhen(entry('2026-11-30', '11:00:00'), now, YEAR_S)).toMatchObject({ ok: false, problem: 'past' })
  })
  test('beyond the horizon is refused and the last second told', () => {
    expect(checkWhen(entry('2028-01-01', '9:00'), now, YEAR_S)).toMatchObject({
      ok: false,
      problem: 'too-far',
      latest: Math.floor(now / 1000) + YEAR_S,
    })
  })
  test('a time that a clock change skips offers the instants around the jump', () => {
    const gap = { kind: 'gap', first: at('2027-03-28T00:30:00Z'), second: at('2027-03-28T01:30:00Z') }
    expect(checkWhen(entry('2027-03-28', '2:30'), now, YEAR_S)).toMatchObject({
      ok: true,
      readings: gap,
      when: { sendAt: gap.second, wallClock: '2027-03-28T02:30:00' },
    })
    expect(checkWhen(entry('2027-03-28', '2:30', { reading: 'first' }), now, YEAR_S)).toMatchObject({
      when: { sendAt: gap.first },
    })
  })
  test('a time that happens twice can be either', () => {
    const first = checkWhen(entry('2027-10-31', '2:30'), now, YEAR_S)
    const second = checkWhen(entry('2027-10-31', '2:30', { reading: 'second' }), now, YEAR_S)
    expect(first).toMatchObject({ ok: true, when: { sendAt: at('2027-10-31T00:30:00Z') } })
    expect(second).toMatchObject({ ok: true, when: { sendAt: at('2027-10-31T01:30:00Z') } })
  })
  test('today can be chosen as long as the second lies ahead, however late it is (K84)', () => {
    const atFive = Date.parse('2026-11-30T16:00:00Z')
    expect(checkWhen(entry('2026-11-30', '17:00:01'), atFive, YEAR_S)).toMatchObject({ ok: true })
    expect(checkWhen(entry('2026-11-30', '23:59'), atFive, YEAR_S)).toMatchObject({ ok: true })
    expect(checkWhen(entry('2026-11-30', '17:00'), atFive, YEAR_S)).toMatchObject({ ok: false, problem: 'past' })
  })
  test('New York’s changes: no 2:30 in spring without saying so, 4:00 as ever, 1:30 in autumn twice and by name (K85)', () => {
    const zone = parseZone('America/New_York')
    const early = Date.parse('2026-10-01T00:00:00Z')
    const gap = checkWhen(entry('2027-03-14', '2:30', { zone }), early, YEAR_S)
    expect(gap).toMatchObject({ ok: true, kind: 'gap', readings: { first: at('2027-03-14T06:30:00Z') } })
    for (const [time, utc] of [
      ['1:59:59', '2027-03-14T06:59:59Z'],
      ['3:00', '2027-03-14T07:00:00Z'],
      ['4:00', '2027-03-14T08:00:00Z'],
    ] as const)
      expect(checkWhen(entry('2027-03-14', time, { zone }), early, YEAR_S)).toMatchObject({
        kind: 'exact',
        readings: null,
        when: { sendAt: at(utc) },
      })
    const fold = checkWhen(entry('2026-11-01', '1:30', { zone }), early, YEAR_S)
    expect(fold).toMatchObject({
      kind: 'fold',
      readings: { first: at('2026-11-01T05:30:00Z'), second: at('2026-11-01T06:30:00Z') },
    })
    const names = fold.readings ? [fold.readings.first, fold.readings.second].map((s) => zoneName(s * 1000, zone)) : []
    expect(names).toEqual(['EDT', 'EST'])
    expect(checkWhen(entry('2026-11-01', '4:00', { zone }), early, YEAR_S)).toMatchObject({ kind: 'exact' })
  })
  test('the day that was chosen is the day that is stored, east and west of Greenwich (K86)', () => {
    for (const [name, utc] of [
      ['Asia/Tokyo', '2026-12-04T15:00:00Z'],
      ['America/Los_Angeles', '2026-12-05T08:00:00Z'],
      ['Pacific/Kiritimati', '2026-12-04T10:00:00Z'],
    ] as const)
      expect(checkWhen(entry('2026-12-05', '0:00', { zone: parseZone(name) }), now, YEAR_S)).toMatchObject({
        when: { sendAt: at(utc), wallClock: '2026-12-05T00:00:00' },
      })
  })
  test('what is no date or no time is named', () => {
    expect(checkWhen(entry('', '9'), now, YEAR_S)).toMatchObject({ problem: 'no-date' })
    expect(checkWhen(entry('2027-02-30', '9'), now, YEAR_S)).toMatchObject({ problem: 'no-date' })
    expect(checkWhen(entry('2027-02-03', 'noon-ish'), now, YEAR_S)).toMatchObject({ problem: 'no-time' })
  })
})
