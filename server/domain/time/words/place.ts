/** From what was recognised to the one second that is meant. */
import { addDays } from '../days.ts'
import { instantOf, readingOf, resolveSendAt, type Reading } from '../resolve-send-at.ts'
import { epochSeconds, type EpochSeconds, type ZoneId } from '../units.ts'
import { offsetSecondsAt, wallClockAt } from '../zone.ts'
import type { WordsContext } from './context.ts'
import type { Language } from './language.ts'
import { recognise, type Recognised } from './recognise.ts'
import type { Moment, WordsRefusal } from './result.ts'
import type { NamedZone } from './zone-in-words.ts'

/** Where a day is named without a time. */
const MORNING = '09:00:00'

/** A text without its zone, and all that its reading depends on. */
export type Reader = {
  typed: string
  rest: string
  language: Language
  named: NamedZone
  chosen: Reading | null
  context: WordsContext
}

/** @param dayShift the day that counts as today, from that of the zone */
export const understand = ({ rest, language, context }: Reader, isDayFirst: boolean, zone: ZoneId, dayShift = 0) =>
  recognise(rest, language, isDayFirst, addDays(wallNow(context, zone).slice(0, 10), dayShift))

export type Placed = { moment: Moment } | Pick<WordsRefusal, 'error' | 'about'>

/** The first of the days named whose time is still to come; if none is, the last, which is past. */
export function momentOf(found: Recognised, reader: Reader, zone: ZoneId): Placed {
  const { context } = reader
  if (found.elapsed) return { moment: elapsedMoment(found.elapsed, context, zone) }
  const now = wallNow(context, zone)
  const today = now.slice(0, 10)
  if (!found.clock && !found.keepsClock && found.days?.length === 1 && found.days[0] === today) {
    return { error: 'no_time_of_day', about: reader.typed }
  }
  const clock = found.clock ?? (found.keepsClock ? `${now.slice(11, 16)}:00` : MORNING)
  const moments = (found.days ?? [today, addDays(today, 1)]).map((day) => onDay(day, clock, found, reader, zone))
  return { moment: moments.find(({ epochSeconds: at }) => at > context.now) ?? moments.at(-1)! }
}

function onDay(
  day: string,
  clock: string,
  found: Recognised,
  { chosen, named, context }: Reader,
  zone: ZoneId,
): Moment {
  const wallClock = `${day}T${clock}`
  if (found.offset_min !== null) {
    const at = epochSeconds(Math.max(0, Date.parse(`${wallClock}Z`) / 1000 - found.offset_min * 60))
    return momentAt(at, zone, context)
  }
  const resolved = resolveSendAt(wallClock, zone, offsetsOf(context))
  // "1:30 EST" on the night that has 1:30 twice says which.
  const called = (['earlier', 'later'] as const).find(
    (reading) => named.offset_s === offsetsOf(context)(instantOf(resolved, reading), zone),
  )
  const at = instantOf(resolved, chosen ?? (resolved.kind === 'fold' ? (called ?? null) : null))
  return { epochSeconds: at, wallClock, zone, kind: resolved.kind, choice: readingOf(resolved, at) }
}

/** Days keep the time on the wall; hours, minutes and seconds are counted on the clock, through any change of it. */
function elapsedMoment(
  { days, seconds }: { days: number; seconds: number },
  context: WordsContext,
  zone: ZoneId,
): Moment {
  const wall = wallNow(context, zone)
  const from =
    days === 0
      ? context.now
      : resolveSendAt(`${addDays(wall.slice(0, 10), days)}${wall.slice(10)}`, zone, offsetsOf(context)).sendAt
  return momentAt(epochSeconds(Math.max(0, from + seconds)), zone, context)
}

function momentAt(at: EpochSeconds, zone: ZoneId, context: WordsContext): Moment {
  const wallClock = wallClockAt(at, zone, offsetsOf(context))
  const resolved = resolveSendAt(wallClock, zone, offsetsOf(context))
  return { epochSeconds: at, wallClock, zone, kind: resolved.kind, choice: readingOf(resolved, at) }
}

export const offsetsOf = ({ offsetAt = offsetSecondsAt }: WordsContext) => offsetAt

export const wallNow = (context: WordsContext, zone: ZoneId): string =>
  wallClockAt(context.now, zone, offsetsOf(context))
