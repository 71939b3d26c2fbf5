import { distance } from './span-text.ts'
import {
  clockSeconds,
  clockTime,
  dayKey,
  daysBetween,
  longDay,
  shortDay,
  zoneName,
  type TimeStyle,
} from './time-text.ts'

/** Names as in Slack's date form; days near now are told as such by those called pretty. */
export type PartName =
  | 'date_num'
  | 'date'
  | 'date_short'
  | 'date_long'
  | 'date_pretty'
  | 'date_short_pretty'
  | 'date_long_pretty'
  | 'time'
  | 'time_secs'
  | 'ago'

/** One part of a time for a reader; clock times carry the name of their zone. */
export function partOfTime(part: PartName, at_ms: number, style: TimeStyle, now_ms: number): string {
  const near = ['yesterday', 'today', 'tomorrow'][
    daysBetween(dayKey(now_ms, style.zone), dayKey(at_ms, style.zone)) + 1
  ]
  switch (part) {
    case 'date_num':
      return dayKey(at_ms, style.zone)
    case 'date_pretty':
    case 'date_long_pretty':
      return near ?? longDay(at_ms, style.zone)
    case 'date':
    case 'date_long':
      return longDay(at_ms, style.zone)
    case 'date_short_pretty':
      return near ?? shortDay(at_ms, style.zone, now_ms)
    case 'date_short':
      return shortDay(at_ms, style.zone, now_ms)
    case 'time':
      return `${clockTime(at_ms, style)} ${zoneName(at_ms, style.zone)}`
    case 'time_secs':
      return `${clockSeconds(at_ms, style)} ${zoneName(at_ms, style.zone)}`
    case 'ago':
      return distance(now_ms, at_ms)
  }
}
