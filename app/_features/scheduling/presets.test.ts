import { describe, expect, test } from 'vitest'
import { DEFAULT_PRESETS, type PresetRule } from '#server/domain/time/presets.ts'
import { parseZone } from '#server/domain/time/zone.ts'
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
