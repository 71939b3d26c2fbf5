/** What a chosen date can mean when it is to come again: `Weekly on Tuesday`, `Monthly on the second Tuesday`. */
import { WEEKDAYS, type Rule } from './rule.ts'
import { dayName, monthName, nthName, ordinal, weekdayOf } from './rule-words.ts'

export type RuleChoice = { label: string; rule: Rule }

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
const rule = (freq: Rule['freq'], more: Partial<Rule> = {}): Rule => ({ ...PLAIN, freq, ...more })

/** @param date `2026-12-08`, with or without a time behind it */
export function ruleChoices(date: string): RuleChoice[] {
  const weekday = weekdayOf(date)
  return [
    { label: 'Daily', rule: rule('DAILY') },
    {
      label: 'Every weekday (Monday to Friday)',
      rule: rule('WEEKLY', { byDay: WEEKDAYS.slice(0, 5).map((day) => ({ nth: null, day })) }),
    },
    { label: `Weekly on ${dayName(weekday)}`, rule: weeklyOn(weekday, 1) },
    { label: `Every 2 weeks on ${dayName(weekday)}`, rule: weeklyOn(weekday, 2) },
    ...monthlyChoices(date),
    ...yearlyChoices(date),
  ]
}

/** Every so many months on this date; where a month may lack the day, the choice is the person's. */
export function monthlyChoices(date: string, interval = 1): RuleChoice[] {
  const [day, length, weekday] = [dayOf(date), lengthOfMonth(date), weekdayOf(date)]
  const how = interval === 1 ? 'Monthly' : `Every ${interval} months`
  const on = (label: string, more: Partial<Rule>): RuleChoice => ({
    label: `${how} on ${label}`,
    rule: rule('MONTHLY', { interval, ...more }),
  })
  const nth = Math.ceil(day / 7)
  const numbered = on(day > 28 ? `the ${ordinal(day)}, skipping shorter months` : `the ${ordinal(day)}`, {
    byMonthDay: [day],
  })
  const choices = [numbered]
  if (day > 28 && day < 31)
    choices.push(
      on(`the ${ordinal(day)}, or the last day of shorter months`, {
        byMonthDay: Array.from({ length: day - 27 }, (_, index) => 28 + index),
        bySetPos: [-1],
      }),
    )
  if (day === length) choices.push(on('the last day', { byMonthDay: [-1] }))
  if (nth <= 4) choices.push(on(`the ${nthName(nth)} ${dayName(weekday)}`, { byDay: [{ nth, day: weekday }] }))
  if (day > length - 7) choices.push(on(`the last ${dayName(weekday)}`, { byDay: [{ nth: -1, day: weekday }] }))
  return choices
}

function yearlyChoices(date: string): RuleChoice[] {
  const [month, day] = [Number(date.slice(5, 7)), dayOf(date)]
  const leap = month === 2 && day === 29
  const onDate: RuleChoice = {
    label: `Yearly on ${monthName(month)} ${day}${leap ? ', in leap years only' : ''}`,
    rule: rule('YEARLY', { byMonth: [month], byMonthDay: [day] }),
  }
  if (!leap) return [onDate]
  return [
    onDate,
    { label: 'Yearly on the last day of February', rule: rule('YEARLY', { byMonth: [2], byMonthDay: [-1] }) },
  ]
}

const weeklyOn = (day: (typeof WEEKDAYS)[number], interval: number): Rule =>
  rule('WEEKLY', { interval, byDay: [{ nth: null, day }] })

const dayOf = (date: string) => Number(date.slice(8, 10))

function lengthOfMonth(date: string): number {
  return new Date(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0)).getUTCDate()
}
