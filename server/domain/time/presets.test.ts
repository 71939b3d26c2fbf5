import { expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { checkPresets, MOST_PRESETS, presetTime, type PresetRule } from './presets.ts'
import { parseZone } from './zone.ts'

const when = (now: string, rule: PresetRule, zone = 'America/New_York') => {
  const time = presetTime(rule, Date.parse(now), parseZone(zone))
  return time && [new Date(time.sendAt * 1000).toISOString().slice(0, 19), time.wallClock]
}

test('tomorrow at nine is nine by the wall clock, also over the night of a clock change (K57)', () => {
  expect(when('2027-03-14T01:00:00Z', { on: 'day', days: 1, at: '09:00' })).toEqual([
    '2027-03-14T13:00:00',
    '2027-03-14T09:00:00',
  ])
})

test('tomorrow is tomorrow where the day begins first and last (K74)', () => {
  const rule: PresetRule = { on: 'day', days: 1, at: '09:00' }
  expect(when('2026-11-30T10:30:00Z', rule, 'Pacific/Kiritimati')?.[0]).toBe('2026-12-01T19:00:00')
  expect(when('2026-11-30T10:30:00Z', rule, 'Pacific/Pago_Pago')?.[0]).toBe('2026-11-30T20:00:00')
})

test('a weekday is the coming one, never today', () => {
  const monday: PresetRule = { on: 'weekday', weekday: 1, at: '09:00' }
  expect(when('2026-11-30T11:00:00Z', monday)?.[1]).toBe('2026-12-07T09:00:00')
  expect(when('2026-11-29T18:00:00Z', monday)?.[1]).toBe('2026-11-30T09:00:00')
  expect(when('2026-11-30T18:00:00Z', { on: 'weekday', weekday: 7, at: '18:30' })?.[1]).toBe('2026-12-06T18:30:00')
})

test('today stands while it lies ahead, and is gone from its second on', () => {
  const four: PresetRule = { on: 'day', days: 0, at: '16:00' }
  expect(when('2026-11-30T20:59:59Z', four)?.[1]).toBe('2026-11-30T16:00:00')
  expect(when('2026-11-30T21:00:00Z', four)).toBeNull()
})

test('so many minutes from now are never fewer, and end on a full minute', () => {
  expect(when('2026-11-30T10:00:30.500Z', { on: 'after', minutes: 90 }, 'Etc/UTC')?.[1]).toBe('2026-11-30T11:31:00')
  expect(when('2026-11-30T10:00:00Z', { on: 'after', minutes: 1 }, 'Etc/UTC')?.[1]).toBe('2026-11-30T10:01:00')
})

test('a list is kept as its rules and nothing else', () => {
  const list = [{ on: 'after', minutes: 5, more: 'x' } as PresetRule, { on: 'day', days: 0, at: '23:59' } as const]
  expect(checkPresets(list)).toEqual([
    { on: 'after', minutes: 5 },
    { on: 'day', days: 0, at: '23:59' },
  ])
})

test('what is no rule is refused with its place', () => {
  const bad: PresetRule[] = [
    { on: 'day', days: -1, at: '09:00' },
    { on: 'day', days: 1, at: '24:00' },
    { on: 'day', days: 1, at: '9:00' },
    { on: 'weekday', weekday: 0, at: '09:00' },
    { on: 'after', minutes: 0 },
    { on: 'after', minutes: 1.5 },
  ]
  for (const rule of bad) {
    expect(() => checkPresets([{ on: 'after', minutes: 1 }, rule])).toThrow(
      new DomainError('invalid_input', { field: 'presets[1]' }),
    )
  }
  const many = Array.from({ length: MOST_PRESETS + 1 }, (): PresetRule => ({ on: 'after', minutes: 1 }))
  expect(() => checkPresets(many)).toThrow(DomainError)
})
