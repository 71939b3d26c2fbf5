import { addDays, daysBetween, firstOnOrAfter, weekdayOf } from '../days.ts'
import { instantOf, resolveSendAt } from '../resolve-send-at.ts'
import { momentOf, offsetsOf, understand, wallNow, type Reader } from './place.ts'
import type { Recognised } from './recognise.ts'
import type { Alternative, Difference, Moment } from './result.ts'

/** What else the words could have meant, the likelier first. */
export function alternatives(reader: Reader, found: Recognised, at: Moment, isDayFirst: boolean): Alternative[] {
  const { context, named } = reader
  const others: Alternative[] = []
  const add = (differs: Difference, other: Recognised | { error: unknown }, zone = named.zone) => {
    const placed = 'error' in other ? other : momentOf(other, reader, zone)
    if ('moment' in placed) others.push({ ...placed.moment, differs })
  }
  if (at.choice && !found.elapsed && found.offset_min === null) {
    const reading = at.choice === 'earlier' ? 'later' : 'earlier'
    const other = instantOf(resolveSendAt(at.wallClock, at.zone, offsetsOf(context)), reading)
    others.push({ ...at, epochSeconds: other, choice: reading, differs: reading })
  }
  const today = wallNow(context, at.zone).slice(0, 10)
  const day = at.wallClock.slice(0, 10)
  if (found.said === 'next') add('coming', { ...found, days: comingDays(day, today), said: null })
  if (found.said === 'weekday' && day === today) add('week-later', { ...found, days: [addDays(day, 7)] })
  add('other-order', understand(reader, !isDayFirst, named.zone))
  if (found.halfOpen && found.clock) {
    const late = `${Number(found.clock.slice(0, 2)) + 12}${found.clock.slice(2)}`
    add('other-half', { ...found, clock: late })
  }
  if (found.afterMidnight && day === found.days?.[0]) add('day-later', { ...found, days: [addDays(day, 1)] })
  else if (/(?<!\d)0?0:00(?!\d)/.test(reader.rest) && found.days && !found.afterMidnight)
    add('day-later', { ...found, days: found.days.map((each) => addDays(each, 1)) })
  if (named.isNamed && found.days && !found.elapsed) {
    const apart = daysBetween(today, wallNow(context, context.zone).slice(0, 10))
    if (apart !== 0) add('own-day', understand(reader, isDayFirst, named.zone, apart))
  }
  for (const zone of named.others) add('other-zone', understand(reader, isDayFirst, zone), zone)
  return others
}

/** Of "next Saturday": the Saturday that comes first. */
const comingDays = (day: string, today: string): string[] => {
  const first = firstOnOrAfter(today, weekdayOf(day))
  return [first, addDays(first, 7)]
}

/** Each second once. */
export function distinct(others: readonly Alternative[], first: Moment): Alternative[] {
  const keyOf = ({ epochSeconds: at, zone }: Moment) => `${at} ${zone}`
  const seen = new Set([keyOf(first)])
  return others.filter((other) => !seen.has(keyOf(other)) && seen.add(keyOf(other)))
}
