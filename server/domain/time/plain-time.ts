/** Instants and distances as people read them in a terminal or a log: always UTC, always with the unit. */
import type { EpochMillis } from './units.ts'

/** `2026-12-01 09:00:00 UTC`; with milliseconds where there are some. */
export function utcText(at: EpochMillis): string {
  const iso = new Date(at).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, at % 1000 === 0 ? 19 : 23)} UTC`
}

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** A length of time in its two largest units: `3 d 4 h`, `12 s`; `1.7 s`, `250 ms` where it is short. No sign. */
export function durationText(duration_ms: number): string {
  let rest = Math.abs(Math.round(duration_ms))
  if (rest < 1_000) return `${rest} ms`
  if (rest < 10_000) return `${Math.floor(rest / 100) / 10} s`
  const largest = UNITS.findIndex(([, size]) => rest >= size)
  const parts: string[] = []
  for (const [name, size] of UNITS.slice(largest, largest + 2)) {
    const count = Math.floor(rest / size)
    rest -= count * size
    if (count > 0) parts.push(`${count} ${name}`)
  }
  return parts.join(' ')
}

/** How far `at` is from `now`: `in 2 h 3 min`, `5 s ago`, `now`. */
export function distanceText(at: EpochMillis, now: EpochMillis): string {
  if (at === now) return 'now'
  return at > now ? `in ${durationText(at - now)}` : `${durationText(now - at)} ago`
}
