import {
  monthlyChoices,
  ruleChoices,
  ruleWith,
  type ChoiceKey,
  type RuleChoice,
} from '#server/domain/recurrence/rule-choices.ts'
import { weekdayOf } from '#server/domain/recurrence/rule-words.ts'
import {
  MOST_COUNT,
  MOST_INTERVAL,
  WEEKDAYS,
  type Frequency,
  type Rule,
  type RuleEnd,
  type Weekday,
} from '#server/domain/recurrence/rule.ts'

/** What stands in the fields. Numbers are text while they are being typed. `keep` leaves a series' rule as it is. */
export type Repeat = {
  how: 'never' | 'keep' | 'custom' | ChoiceKey
  interval: string
  unit: Frequency
  /** Of a custom weekly rule; empty means the weekday of the date. */
  days: Weekday[]
  /** Of a custom monthly rule. */
  monthly: ChoiceKey
  end: 'never' | 'count' | 'until'
  count: string
  /** `2027-01-31`: the last day that counts. */
  until: string
}

export const NO_REPEAT: Repeat = {
  how: 'never',
  interval: '2',
  unit: 'WEEKLY',
  days: [],
  monthly: 'month-day',
  end: 'never',
  count: '10',
  until: '',
}

/** For asking before a first day is chosen: no last day is before it. */
export const ANY_DATE = ''

/** What is wrong with the fields, in plain words; null if nothing. @param date the chosen first day */
export function repeatProblem(repeat: Repeat, date: string): string | null {
  if (repeat.how === 'never' || repeat.how === 'keep') return null
  if (repeat.how === 'custom' && !isNumber(repeat.interval, MOST_INTERVAL))
    return `Write how often as a number from 1 to ${MOST_INTERVAL}.`
  if (repeat.end === 'count' && !isNumber(repeat.count, MOST_COUNT))
    return `Write how many times as a number from 1 to ${MOST_COUNT.toLocaleString('en-US')}.`
  if (repeat.end === 'until' && repeat.until === '') return 'Choose the last day.'
  if (repeat.end === 'until' && repeat.until < date) return 'The last day is before the first one.'
  return null
}

/** The rule that the fields mean for this date; null where nothing repeats or the fields say nothing. */
export function ruleOf(repeat: Repeat, date: string): Rule | null {
  if (repeat.how === 'never' || repeat.how === 'keep' || repeatProblem(repeat, date) !== null) return null
  const rule = repeat.how === 'custom' ? customRule(repeat, date) : chosen(ruleChoices(date), repeat.how).rule
  return { ...rule, end: endOf(repeat) }
}

/** The choices of a custom monthly rule. */
export const monthlyChoicesOf = (repeat: Repeat, date: string): RuleChoice[] =>
  monthlyChoices(date, isNumber(repeat.interval, MOST_INTERVAL) ? Number(repeat.interval) : 1)

/** The choice of that key; where this date has none, one of the same kind. */
export function chosen(choices: readonly RuleChoice[], key: ChoiceKey): RuleChoice {
  const kind = key.split('-')[0]!
  return (
    choices.find((choice) => choice.key === key) ?? choices.find((choice) => choice.key.startsWith(kind)) ?? choices[0]!
  )
}

function customRule(repeat: Repeat, date: string): Rule {
  const interval = Number(repeat.interval)
  switch (repeat.unit) {
    case 'DAILY':
      return ruleWith('DAILY', { interval })
    case 'WEEKLY': {
      const days = repeat.days.length > 0 ? WEEKDAYS.filter((day) => repeat.days.includes(day)) : [weekdayOf(date)]
      return ruleWith('WEEKLY', { interval, byDay: days.map((day) => ({ nth: null, day })) })
    }
    case 'MONTHLY':
      return chosen(monthlyChoices(date, interval), repeat.monthly).rule
    case 'YEARLY':
      return { ...chosen(ruleChoices(date), 'yearly').rule, interval }
  }
}

function endOf({ end, count, until }: Repeat): RuleEnd {
  if (end === 'count') return { kind: 'count', count: Number(count) }
  if (end === 'until') return { kind: 'until', until: until.replaceAll('-', '') }
  return { kind: 'never' }
}

const isNumber = (text: string, most: number): boolean =>
  /^\d{1,4}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= most
