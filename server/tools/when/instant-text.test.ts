import { expect, test } from 'vitest'
import { epochMillis, epochSeconds } from '#server/domain/time/units.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { instantJson, instantText } from './instant-text.ts'

const AT = epochSeconds(1_770_000_000)
const ZONES = ['UTC', 'Asia/Kathmandu', 'America/St_Johns'].map(parseZone)

test('an instant is shown on each clock, with its weekday, its offset and its distance', () => {
  expect(instantText(AT, ZONES, epochMillis(1_769_996_400_000)).split('\n')).toEqual([
    '1770000000 is in 1 h',
    'UTC               Mon 2026-02-02 02:40:00 +00:00',
    'Asia/Kathmandu    Mon 2026-02-02 08:25:00 +05:45',
    'America/St_Johns  Sun 2026-02-01 23:10:00 -03:30',
  ])
})

test('one instant has two offsets in a zone before and after its clocks change', () => {
  const berlin = [parseZone('Europe/Berlin')]
  const lineAt = (at: number) => instantText(epochSeconds(at), berlin, epochMillis(0)).split('\n')[1]
  expect(lineAt(1_792_889_999)).toBe('Europe/Berlin  Sun 2026-10-25 02:59:59 +02:00')
  expect(lineAt(1_792_890_000)).toBe('Europe/Berlin  Sun 2026-10-25 02:00:00 +01:00')
})

test('a program gets numbers', () => {
  expect(instantJson(AT, ZONES.slice(1, 2), epochMillis(1_770_000_001_500))).toEqual({
    at: 1_770_000_000,
    fromNow_ms: -1_500,
    zones: [{ zone: 'Asia/Kathmandu', wallClock: '2026-02-02T08:25:00', offset_s: 20_700 }],
  })
})
