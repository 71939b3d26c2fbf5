import { Chrono, configuration } from 'chrono-node/en'
import { withoutAbbreviations } from './abbreviations.ts'
import {
  DOTTED,
  dayAndMonth,
  dayOfMonth,
  daysAhead,
  endOfMonth,
  inMonth,
  nextWeek,
  nthWeekday,
} from './calendar-phrases.ts'
import { minutesFrom, numberOf } from './clock-words.ts'
import type { Language } from './language.ts'

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const WEEKDAY = '(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?'
const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const NTH = ['first', 'second', 'third', 'fourth', 'fifth']
const nthOf = (word: string): number =>
  word === 'last' ? -1 : /^\d/.test(word) ? Number.parseInt(word, 10) : NTH.indexOf(word) + 1

/** "january", "next month", "this month", "the month" */
const IN_MONTH = `(?:of|in)\\s+(?:(?<month>${MONTH})|(?<which>next|this|the)\\s+month)`
const monthIn = ({ month, which }: Record<string, string | undefined>) =>
  month ? { month: MONTHS.indexOf(month.slice(0, 3)) + 1 } : { ahead: which === 'next' ? 1 : 0 }

const NUMBERS = [
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'twenty',
]

const order = (dayFirst: boolean) => new Chrono(withoutAbbreviations(configuration.createCasualConfiguration(dayFirst)))
const [dayFirst, monthFirst] = [order(true), order(false)]

export const ENGLISH: Language = {
  code: 'en',
  chrono: (isDayFirst) => (isDayFirst ? dayFirst : monthFirst),
  rewrite: [
    [/\b([ap])\.\s?m\.?(?=\W|$)/g, '$1m'],
    [/(\d)\s?([ap])(?=\s|$)/g, '$1$2m'],
    [/\bhalf\s+past\s+(\d{1,2})\b/g, '$1:30'],
    [/\bquarter\s+past\s+(\d{1,2})\b/g, '$1:15'],
    ...Array.from({ length: 12 }, (_, i): [RegExp, string] => [
      new RegExp(`\\bquarter\\s+to\\s+${i + 1}\\b`, 'g'),
      `${i === 0 ? 12 : i}:45`,
    ]),
    [
      // In digits "10 to 11" is a stretch.
      new RegExp(
        `\\b(five|ten|twenty|\\d{1,2}(?=\\s+(?:min|past)))(?:\\s+min(?:ute)?s?)?\\s+(to|past)\\s+(\\d{1,2}|${NUMBERS.slice(0, 12).join('|')})(?![\\w:.])`,
        'g',
      ),
      (_, minutes, side, hour) =>
        minutesFrom(numberOf(hour, NUMBERS), side === 'to' ? -1 : 1, numberOf(minutes, NUMBERS)),
    ],
    [/(\d),(\d+)(?=\s*(?:h|hours?|hrs?|d|days?|w|weeks?|min|minutes?)\b)/g, '$1.$2'],
    [
      // "Nov 30" could be a month of 2030 where the day comes first; "30 nov" cannot.
      new RegExp(
        `(?<!\\b(?:of|in|\\d{1,2}(?:st|nd|rd|th)?),?\\s+)\\b(${MONTH})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d\\w]|[:.]\\d|\\s*(?:[ap]m\\b|(?:-|–|to\\b)\\s?\\d))`,
        'g',
      ),
      '$2 $1',
    ],
    [/\b(?:an?|one)\s+hour\s+and\s+a\s+half\b/g, '90 minutes'],
    [/\b(\d+)\s+hours?\s+and\s+a\s+half\b/g, '$1.5 hours'],
    [/\b(?:a\s+)?fortnight\b/g, '2 weeks'],
    [/\b(?:12(?::00)?\s+)?(?:noon|midday)\b/g, '12:00'],
    [/\b(?:12(?::00)?\s+)?midnight\b/g, '0:00'],
    [new RegExp(`\\bnext\\s+week\\s+(?:on\\s+)?(${WEEKDAY})\\b`, 'g'), '$1 next week'],
    [/\b(?:the\s+)?(?:eod|cob|(?:end|close)\s+of\s+(?:the\s+)?(?:business\s+)?day)\b/g, '17:00'],
    [/\btonight\b/g, 'today night'],
    [/\bthis\s+(morning|afternoon|evening)\b/g, 'today $1'],
  ],
  dayInMonth: new RegExp(
    `\\b(?:\\d{1,2}(?:st|nd|rd|th)?\\s+(?:of\\s+)?${MONTH}|${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?)(?=,?\\s)`,
  ),
  at: 'at',
  dates: [
    {
      pattern: new RegExp(
        `\\b(?:the\\s+)?(?<n>${NTH.join('|')}|last|[1-5](?:st|nd|rd|th))\\s+(?<day>${WEEKDAY})\\s+${IN_MONTH}\\b`,
      ),
      days: ({ groups = {} }, today) =>
        inMonth(today, monthIn(groups), nthWeekday(WEEKDAYS.indexOf(groups.day!.slice(0, 3)), nthOf(groups.n!))),
    },
    {
      pattern: new RegExp(`\\b(?:the\\s+)?(?:last\\s+day|end)\\s+${IN_MONTH}\\b`),
      days: ({ groups = {} }, today) => inMonth(today, monthIn(groups), endOfMonth),
    },
    {
      pattern: /\b(?:the\s+)?end\s+of\s+month\b|\beom\b/,
      days: (_, today) => inMonth(today, { ahead: 0 }, endOfMonth),
    },
    {
      pattern: /\b(?:29(?:th)?\s+(?:of\s+)?feb(?:ruary)?|feb(?:ruary)?\s+29(?:th)?)\b(?!,?\s*\d{4})/,
      days: (_, today) => dayAndMonth(today, 29, 2),
    },
    {
      pattern: /\bnext\s+week\b/,
      days: ({ input }, today) => (new RegExp(`\\b${WEEKDAY}\\b`).test(input) ? null : nextWeek(today)),
    },
    { pattern: /\b(?:the\s+)?day\s+after\s+tomorrow\b/, days: (_, today) => daysAhead(today, 2) },
    {
      pattern: new RegExp(`\\b(?:on\\s+)?the\\s+(\\d{1,2})(?:st|nd|rd|th)?(?!\\s*(?:of\\s+)?${MONTH}|[\\d:.])\\b`),
      days: ([, day], today) => dayOfMonth(today, Number(day)),
    },
    {
      pattern: new RegExp(`(?<!${MONTH}\\s+)\\b(\\d{1,2})(?:st|nd|rd|th)(?!\\s*(?:of\\s+)?${MONTH})\\b`),
      days: ([, day], today) => dayOfMonth(today, Number(day)),
    },
    ...DOTTED,
  ],
  parts: {
    morning: /\b(?:in\s+the\s+)?morning\b/,
    afternoon: /\b(?:in\s+the\s+)?afternoon\b/,
    evening: /\b(?:in\s+the\s+)?evening\b/,
    night: /\b(?:at\s+)?night\b/,
  },
  filler: /\b(?:at|on|in|the|of|and|by|for|around|o'?clock|please|send|it)\b/g,
  repeats: /\b(?:every|each|daily|weekly|monthly|yearly|weekdays|(?:sun|mon|tues|wednes|thurs|fri|satur)days)\b/,
  past: /\b(?:last|past|previous|ago)\b/,
  next: /\bnext\s+(?=[a-z])/,
  within: new RegExp(`^(?:in|within|after|\\d|an?\\s|(?:${NUMBERS.join('|')})\\s)`),
  calendarUnit: /\d\s*(?:d|w|days?|weeks?|months?|years?)\b|\ba\s+(?:day|week|month|year)\b/,
  choice:
    /(?<=[:.]\d\d|[ap]m)\s+(?:the\s+)?(?:(?<earlier>first|earlier)|(?<later>second|later))(?:\s+(?:time|one|reading))?$/,
  placeTime: [/\b(?<place>[\p{L}.' -]+?)(?:'s)?\s+time\b/u, /\btime\s+in\s+(?<place>[\p{L}.' -]+)$/u],
  placePrefix: /\b(?:in|for|at)\s+$/,
  theirs: /\b(?:their|(?:the\s+)?recipient'?s)\s+time\b/,
  mine: /\b(?:my|our|local)\s+time\b|\bhere\b/,
}
