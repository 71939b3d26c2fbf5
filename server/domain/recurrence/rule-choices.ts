/** What a chosen date can mean when it is to come again: `Weekly on Tuesday`, `Monthly on the second Tuesday`. */
import { WEEKDAYS, type Rule } from './rule.ts'
import { dayName, monthName, nthName, ordinal, weekdayOf } from './rule-words.ts'

/** `key` is the same for every date, so that a choice survives another date. */
export type RuleChoice = { key: ChoiceKey; label: string; rule: Rule }
export type ChoiceKey =
  | 'daily'
  | 'weekdays'
  | 'weekly'
  | 'two-weeks'
  | 'month-day'
  | 'month-day-or-last'
  | 'month-end'
  | 'month-nth'
  | 'month-last'
  | 'yearly'
  | 'yearly-end'

const PLAIN: Omit<Rule, 'freq'> = {
  interval: 1,
  byDay: [],
  byMonthDay: [],
  byMonth: [],
  byYearDay: [],
  byWeekNo: [],
  bySetPos: [],
  weekStart: 'MO',
  end: { kind: 'never' },
}
export const ruleWith = (freq: Rule['freq'], more: Partial<Rule> = {}): Rule => ({ ...PLAIN, freq, ...more })

/** @param date `2026-12-08`, with or without a time behind it */
export function ruleChoices(date: string): RuleChoice[] {
  const weekday = weekdayOf(date)
  const byDay = [{ nth: null, day: weekday }]
  return [
    { key: 'daily', label: 'Daily', rule: ruleWith('DAILY') },
    {
      key: 'weekdays',
      label: 'Every weekday (Monday to Friday)',
      rule: ruleWith('WEEKLY', { byDay: WEEKDAYS.slice(0, 5).map((day) => ({ nth: null, day })) }),
    },
    { key: 'weekly', label: `Weekly on ${dayName(weekday)}`, rule: ruleWith('WEEKLY', { byDay }) },
    {
      key: 'two-weeks',
      label: `Every 2 weeks on ${dayName(weekday)}`,
      rule: ruleWith('WEEKLY', { interval: 2, byDay }),
    },
    ...monthlyChoices(date),
    ...yearlyChoices(date),
  ]
}

/** Every so many months on this date; where a month may lack the day, the choice is the person's. */
export function monthlyChoices(date: string, interval = 1): RuleChoice[] {
  const [day, length, weekday] = [dayOf(date), lengthOfMonth(date), weekdayOf(date)]
  const how = interval === 1 ? 'Monthly' : `Every ${interval} months`
  const on = (key: ChoiceKey, label: string, more: Partial<Rule>): RuleChoice => ({
    key,
    label: `${how} on ${label}`,
    rule: ruleWith('MONTHLY', { interval, ...more }),
  })
  const nth = Math.ceil(day / 7)
  const short = day > 28 ? ', skipping shorter months' : ''
  const choices = [on('month-day', `the ${ordinal(day)}${short}`, { byMonthDay: [day] })]
  if (day > 28 && day < 31)
    choices.push(
      on('month-day-or-last', `the ${ordinal(day)}, or the last day of shorter months`, {
        byMonthDay: Array.from({ length: day - 27 }, (_, index) => 28 + index),
        bySetPos: [-1],
      }),
    )
  if (day === length) choices.push(on('month-end', 'the last day', { byMonthDay: [-1] }))
  if (nth <= 4)
    choices.push(on('month-nth', `the ${nthName(nth)} ${dayName(weekday)}`, { byDay: [{ nth, day: weekday }] }))
  if (day > length - 7)
    choices.push(on('month-last', `the last ${dayName(weekday)}`, { byDay: [{ nth: -1, day: weekday }] }))
  return choices
}

function yearlyChoices(date: string): RuleChoice[] {
  const [month, day] = [Number(date.slice(5, 7)), dayOf(date)]
  const leap = month === 2 && day === 29
  const onDate: RuleChoice = {
    key: 'yearly',
    label: `Yearly on ${monthName(month)} ${day}${leap ? ', in leap years only' : ''}`,
    rule: ruleWith('YEARLY', { byMonth: [month], byMonthDay: [day] }),
  }
  if (!leap) return [onDate]
  const end = ruleWith('YEARLY', { byMonth: [2], byMonthDay: [-1] })
  return [onDate, { key: 'yearly-end', label: 'Yearly on the last day of February', rule: end }]
}

const dayOf = (date: string) => Number(date.slice(8, 10))

function lengthOfMonth(date: string): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate()
}
