/**
 * The days of a week as columns beside one scale of wall-clock time. Where the clock is put back on one of them, the
 * repeated stretch stands twice on the scale; where it is put forward, that column has a hole. So every real instant has
 * exactly one place, and every place that is there means exactly one instant, on days of 23, 24 and 25 hours.
 */
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { epochSeconds, type EpochSeconds, type ZoneId } from '#server/domain/time/units.ts'
import { offsetSecondsAt, wallClockAt } from '#server/domain/time/zone.ts'

/** Minutes of the day, the second one not included. */
export type Stretch = { from: number; to: number }
export type AxisDay = { date: string; skipped: Stretch[]; repeated: Stretch[] }
/** A stretch of the scale. `pass` 2: the second time round. `top` in minutes from the top of the scale. */
export type AxisPart = Stretch & { pass: 1 | 2; top: number }
export type WeekAxis = { zone: ZoneId; days: AxisDay[]; parts: AxisPart[]; minutes: number }
export type Place = { day: number; top: number }

const DAY_MIN = 1440
/** No clock changes twice within an hour. */
const LOOK_S = 3600

/** @param firstDate `YYYY-MM-DD` of the first column */
export function weekAxis(firstDate: string, zone: ZoneId): WeekAxis {
  const days = Array.from({ length: 7 }, (_, i) => axisDay(addDays(firstDate, i), zone))
  const repeated = new Map(days.flatMap((day) => day.repeated).map((each) => [`${each.from}-${each.to}`, each]))
  const parts: AxisPart[] = []
  let [top, from] = [0, 0]
  const add = (stretch: Stretch, pass: 1 | 2) => {
    if (stretch.to <= stretch.from) return
    parts.push({ ...stretch, pass, top })
    top += stretch.to - stretch.from
  }
  for (const each of [...repeated.values()].toSorted((a, b) => a.to - b.to)) {
    add({ from, to: each.to }, 1)
    add(each, 2)
    from = each.to
  }
  add({ from, to: DAY_MIN }, 1)
  return { zone, days, parts, minutes: top }
}

/** Where an instant stands; null outside of the week. */
export function placeOf({ zone, days, parts }: WeekAxis, at: EpochSeconds): Place | null {
  const wall = wallClockAt(at, zone)
  const day = days.findIndex(({ date }) => date === wall.slice(0, 10))
  const column = days[day]
  if (!column) return null
  const minute = minuteOf(wall)
  const twice = column.repeated.find((each) => holds(each, minute))
  const again = twice !== undefined && resolveSendAt(wall, zone).alternative === at
  const part = parts.find((each) => each.pass === (again ? 2 : 1) && holds(each, minute))
  return part ? { day, top: part.top + minute - part.from } : null
}

/** What second a place means; null where that column has no such time. */
export function instantAt({ zone, days, parts }: WeekAxis, { day, top }: Place): EpochSeconds | null {
  const column = days[day]
  const part = parts.find((each) => top >= each.top && top < each.top + each.to - each.from)
  if (!column || !part) return null
  const minute = part.from + top - part.top
  if (!isThere(column, { ...part, from: minute, to: minute + 1 / 60 })) return null
  const wall = `${column.date}T${clock(minute)}`
  const { sendAt, alternative } = resolveSendAt(wall, zone)
  return part.pass === 2 ? alternative : sendAt
}

/** Whether a day has that stretch of the scale at all. */
export function isThere(day: AxisDay, part: Stretch & { pass: 1 | 2 }): boolean {
  if (part.pass === 2) return day.repeated.some((each) => each.from <= part.from && each.to >= part.to)
  return !day.skipped.some((each) => each.from <= part.from && each.to >= part.to)
}

/** The stretches of the scale that a day does not have, in minutes from the top. */
export function holesOf({ parts }: WeekAxis, day: AxisDay): Stretch[] {
  const second = parts
    .filter((part) => part.pass === 2 && !isThere(day, part))
    .map(({ top, from, to }) => ({ from: top, to: top + to - from }))
  const skipped = day.skipped.flatMap((hole) =>
    parts
      .filter((part) => part.pass === 1 && part.from < hole.to && part.to > hole.from)
      .map((part) => ({
        from: part.top + Math.max(part.from, hole.from) - part.from,
        to: part.top + Math.min(part.to, hole.to) - part.from,
      })),
  )
  return [...skipped, ...second].toSorted((a, b) => a.from - b.from)
}

function axisDay(date: string, zone: ZoneId): AxisDay {
  const [start, end] = [date, addDays(date, 1)].map((each) => resolveSendAt(`${each}T00:00:00`, zone).sendAt)
  const day: AxisDay = { date, skipped: [], repeated: [] }
  // A jump at midnight takes the first minutes of the day with it.
  const begins = minuteOf(wallClockAt(start as EpochSeconds, zone))
  if (begins > 0) day.skipped.push({ from: 0, to: begins })
  for (let at: number = start as EpochSeconds; at < (end as EpochSeconds); at += LOOK_S) {
    const [before, after] = [offsetSecondsAt(at, zone), offsetSecondsAt(at + LOOK_S, zone)]
    if (before === after) continue
    const change = changeBetween(at, at + LOOK_S, zone)
    const stands = minuteOf(wallClockAt(epochSeconds(change - 1), zone)) + 1 / 60
    if (after > before)
      day.skipped.push({ from: Math.round(stands), to: Math.min(DAY_MIN, Math.round(stands + (after - before) / 60)) })
    else if (change < (end as EpochSeconds))
      day.repeated.push({ from: Math.round(stands - (before - after) / 60), to: Math.round(stands) })
  }
  day.skipped = day.skipped.filter(({ from, to }) => to > from)
  return day
}

/** The first second with the new offset. */
function changeBetween(before: number, after: number, zone: ZoneId): number {
  const old = offsetSecondsAt(before, zone)
  let [low, high] = [before, after]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetSecondsAt(middle, zone) === old) low = middle
    else high = middle
  }
  return high
}

const holds = ({ from, to }: Stretch, minute: number): boolean => minute >= from && minute < to

const minuteOf = (wall: string): number =>
  Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16)) + Number(wall.slice(17, 19)) / 60

function clock(minute: number): string {
  const seconds = Math.round(minute * 60)
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((n) => String(n).padStart(2, '0'))
    .join(':')
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
