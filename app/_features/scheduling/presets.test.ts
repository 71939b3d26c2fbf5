import { describe, expect, test } from 'vitest'
import { DEFAULT_PRESETS, type PresetRule } from '#server/domain/time/presets.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { dayHeading } from '#app/_ui/time-text.ts'
import { nextMorning, presetsAt, rulesInForce } from './presets.ts'

const berlin = parseZone('Europe/Berlin')
const style = { zone: berlin, hour12: true }
const at = (iso: string) => Date.parse(iso)
const seen = (iso: string) =>
  presetsAt(DEFAULT_PRESETS, at(iso), style).map(({ label, wallClock }) => `${label} = ${wallClock}`)

describe('ready-made times', () => {
  test('on a Monday, Monday is the next one', () => {
    expect(seen('2026-11-30T10:00:00Z')).toEqual([
      'Tomorrow at 9:00 AM = 2026-12-01T09:00:00',
      'Next Monday at 9:00 AM = 2026-12-07T09:00:00',
    ])
  })
  test('on a Sunday there is one entry, not the same one twice', () => {
    expect(seen('2026-11-29T10:00:00Z')).toEqual(['Tomorrow at 9:00 AM = 2026-11-30T09:00:00'])
  })
  test('on other days both', () => {
    expect(seen('2026-12-05T10:00:00Z')).toEqual([
      'Tomorrow at 9:00 AM = 2026-12-06T09:00:00',
      'Monday at 9:00 AM = 2026-12-07T09:00:00',
    ])
  })
  test('the day is that of the member’s zone: late on Sunday in UTC is Monday in Berlin', () => {
    expect(seen('2026-11-29T23:30:00Z')[0]).toBe('Tomorrow at 9:00 AM = 2026-12-01T09:00:00')
  })
  test('nine o’clock stays nine o’clock across a clock change', () => {
    const [tomorrow] = presetsAt(DEFAULT_PRESETS, at('2027-03-27T12:00:00Z'), style)
    expect(tomorrow?.sendAt).toBe(at('2027-03-28T07:00:00Z') / 1000)
  })
  test('shortly before midnight the dialog still starts at a time that lies ahead (K89)', () => {
    for (const iso of ['2026-12-01T22:56:00Z', '2026-12-01T22:59:30Z', '2026-12-01T23:00:00Z'])
      expect(nextMorning(at(iso), berlin)).toMatchObject({
        wallClock: '2026-12-02T09:00:00',
        sendAt: at('2026-12-02T08:00:00Z') / 1000,
      })
  })
  test('a time that the clock skips or shows twice says what one press does', () => {
    const night: PresetRule[] = [{ on: 'day', days: 1, at: '02:30' }]
    const shown = (iso: string) => presetsAt(night, at(iso), style).map(({ label, sendAt }) => [label, sendAt])
    expect(shown('2027-03-27T12:00:00Z')).toEqual([
      ['Tomorrow at 2:30 AM is skipped: sent at 3:30 AM', at('2027-03-28T01:30:00Z') / 1000],
    ])
    expect(shown('2027-10-30T12:00:00Z')).toEqual([
      ['Tomorrow at 2:30 AM, the first time', at('2027-10-31T00:30:00Z') / 1000],
    ])
    expect(shown('2027-04-01T12:00:00Z')[0]?.[0]).toBe('Tomorrow at 2:30 AM')
  })
  test('the dialog starts at the next nine o’clock, today if it is still to come', () => {
    expect(nextMorning(at('2026-12-01T07:59:59Z'), berlin).wallClock).toBe('2026-12-01T09:00:00')
    expect(nextMorning(at('2026-12-01T08:00:00Z'), berlin).wallClock).toBe('2026-12-02T09:00:00')
  })
  test('one’s own rules, in their order; what has passed is gone', () => {
    const rules: PresetRule[] = [
      { on: 'after', minutes: 90 },
      { on: 'day', days: 0, at: '08:00' },
      { on: 'day', days: 0, at: '16:30' },
      { on: 'weekday', weekday: 5, at: '17:00' },
      { on: 'day', days: 3, at: '09:00' },
    ]
    expect(presetsAt(rules, at('2026-12-01T10:00:00Z'), style).map(({ label }) => label)).toEqual([
      'In 1 h 30 min',
      'Today at 4:30 PM',
      'Friday at 5:00 PM',
      'In 3 days at 9:00 AM',
    ])
  })
  test('one’s own list goes before the workspace’s, and that before the product’s; an empty one is a choice', () => {
    const rule: PresetRule = { on: 'after', minutes: 5 }
    expect(rulesInForce({ presets: [rule], me: { presets: [] } })).toEqual([])
    expect(rulesInForce({ presets: [rule], me: { presets: null } })).toEqual([rule])
    expect(rulesInForce({ presets: null, me: {} })).toBe(DEFAULT_PRESETS)
  })
})

const nine = (iso: string, name: string) => presetsAt(DEFAULT_PRESETS, at(iso), { zone: parseZone(name), hour12: true })

describe('faults that other products had with ready-made times', () => {
  const newYork = parseZone('America/New_York')
  test('tomorrow at nine over the night of the change is twelve hours later, not thirteen (K57)', () => {
    expect(nine('2027-03-14T01:00:00Z', 'America/New_York')[0]?.sendAt).toBe(1_805_029_200)
    expect(nextMorning(at('2027-03-14T01:00:00Z'), newYork).sendAt).toBe(1_805_029_200)
  })
  test('tomorrow is the next day at the end of a day before one of 23 and one of 25 hours (K73)', () => {
    expect(nine('2027-03-14T04:30:00Z', 'America/New_York')[0]?.wallClock).toBe('2027-03-14T09:00:00')
    expect(nine('2026-11-01T03:30:00Z', 'America/New_York')[0]?.wallClock).toBe('2026-11-01T09:00:00')
    const due = at('2027-03-15T03:15:00Z') // 23:15 on the day of the change
    expect(dayHeading(due, newYork, at('2027-03-14T04:30:00Z'))).toBe('Tomorrow')
    expect(dayHeading(at('2026-11-02T04:15:00Z'), newYork, at('2026-11-01T03:30:00Z'))).toBe('Tomorrow')
  })
  test('at both ends of the world, where it is another day; on a Sunday there is no second Monday (K74)', () => {
    expect(nine('2026-11-30T10:30:00Z', 'Pacific/Kiritimati')[0]?.sendAt).toBe(at('2026-12-01T19:00:00Z') / 1000)
    const pagoPago = nine('2026-11-30T10:30:00Z', 'Pacific/Pago_Pago')
    expect(pagoPago.map(({ sendAt }) => sendAt)).toEqual([at('2026-11-30T20:00:00Z') / 1000])
  })
  test('on the day of the change itself nine today is nine o’clock (K76)', () => {
    expect(nextMorning(at('2027-03-14T12:30:00Z'), newYork)).toMatchObject({
      sendAt: 1_805_029_200,
      wallClock: '2027-03-14T09:00:00',
    })
  })
  test('shortly before midnight the dialog begins with a time that is still to come (K89)', () => {
    for (const clock of ['23:56:00', '23:59:30', '23:59:59']) {
      const now = at(`2026-12-05T${clock}+01:00`)
      expect(nextMorning(now, berlin)).toMatchObject({ wallClock: '2026-12-06T09:00:00' })
      expect(nextMorning(now, berlin).sendAt * 1000).toBeGreaterThan(now)
    }
  })
})
