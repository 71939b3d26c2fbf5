import { Chrono, createCasualConfiguration } from 'chrono-node/de'
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

const WEEKDAYS = ['so', 'mo', 'di', 'mi', 'do', 'fr', 'sa']
const WEEKDAY = '(?:sonntag|montag|dienstag|mittwoch|donnerstag|freitag|samstag)'
const MONTHS = ['jan', 'feb', 'mär', 'apr', 'mai', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dez']
const MONTH = '(?:januar|jänner|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)'
const NTH = ['erste', 'zweite', 'dritte', 'vierte', 'fünfte']
const HOURS = ['ein', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf']

const nthOf = (word: string): number =>
  word.startsWith('letzt')
    ? -1
    : /^\d/.test(word)
      ? Number.parseInt(word, 10)
      : NTH.indexOf(word.slice(0, -1)) + 1 || NTH.indexOf(word) + 1

/** "im Januar", "nächsten Monats", "des Monats" */
const IN_MONTH = `(?:(?:im|des|vom)\\s+)?(?:(?<month>${MONTH})s?|(?<which>nächsten|kommenden|diesen|dieses)?\\s*monats?)`
const monthIn = ({ month, which = '' }: Record<string, string | undefined>) =>
  month
    ? { month: MONTHS.indexOf(month.replace('jänner', 'januar').slice(0, 3)) + 1 }
    : { ahead: /^(?:n|k)/.test(which) ? 1 : 0 }

const hourWords = (before: string, minute: string, shift: number) =>
  HOURS.flatMap((word, i): [RegExp, string][] => {
    const hour = `${((i + 12 - shift) % 12) + 1}:${minute}`
    return [[new RegExp(`(?<![\\p{L}\\d])${before}\\s+(?:${word}s?|${i + 1})(?![\\p{L}\\d:.])`, 'gu'), hour]]
  })

const NUMBERS = [...HOURS, 'zwanzig']
const SHORT_MONTH = `(?:${MONTH}|(?:jan|feb|mär|mrz|apr|jun|jul|aug|sept?|okt|nov|dez)\\b\\.?)`

const order = (dayFirst: boolean) => new Chrono(withoutAbbreviations(createCasualConfiguration(dayFirst)))
const [dayFirst, monthFirst] = [order(true), order(false)]

export const GERMAN: Language = {
  code: 'de',
  chrono: (isDayFirst) => (isDayFirst ? dayFirst : monthFirst),
  rewrite: [
    [
      new RegExp(
        `(?<![\\p{L}\\d:.])(5|10|20|fünf|zehn|zwanzig)(?:\\s+min(?:uten)?)?\\s+(vor|nach)\\s+(halb\\s+)?(\\d{1,2}|(?:${HOURS.join('|')})s?)(?:\\s+uhr)?(?![\\p{L}\\d:.])`,
        'gu',
      ),
      (_, minutes, side, half, hour) =>
        minutesFrom(
          numberOf(hour, NUMBERS),
          side === 'vor' ? -1 : 1,
          numberOf(minutes, NUMBERS) + (half ? (side === 'vor' ? 30 : -30) : 0),
        ),
    ],
    [/(\d),(\d+)(?=\s*(?:h|stunden?|tage?n?|wochen?|min|minuten?)\b)/g, '$1.$2'],
    [/^(?:in\s+)?(\d+(?:\.\d+)?)\s?h$/g, 'in $1 stunden'],
    [
      /^(?:in\s+)?(\d{1,2})\s?h\s?(\d{1,2})\s?m(?:in)?$/g,
      (_, hours, minutes) => `in ${Number(hours) * 60 + Number(minutes)} minuten`,
    ],
    [/^(\d+\s+(?:sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?))(?!\p{L})/gu, 'in $1'],
    ...hourWords('halb', '30', 1),
    ...hourWords('viertel\\s+vor', '45', 1),
    ...hourWords('viertel\\s+nach', '15', 0),
    [/(\d)\s?m\b/g, '$1 min'],
    [/\b(\d{1,2})\s*(?:uhr|h)\s*(\d{2})\b/g, '$1:$2'],
    [/\b(\d{1,2})[:.](\d{2})\s*(?:uhr|h)\b/g, '$1:$2'],
    [/\b(\d{1,2})\s*uhr\b/g, '$1:00'],
    ...HOURS.map((word, i): [RegExp, string] => [
      new RegExp(`\\bum\\s+${word}s?(?:\\s+uhr)?(?![\\p{L}])`, 'gu'),
      `um ${i + 1}:00`,
    ]),
    [/\b(?:einer\s+)?halben\s+stunde\b/g, '30 minuten'],
    [/\b(?:einer\s+)?dreiviertelstunde\b/g, '45 minuten'],
    [/\b(?:einer\s+)?viertelstunde\b/g, '15 minuten'],
    [/\b(?:anderthalb|eineinhalb)\s+stunden?\b/g, '90 minuten'],
    [/\b(?:12(?::00)?\s+)?mittags?\b/g, '12:00'],
    [/\b(?:12(?::00)?\s+)?mitternachts?\b/g, '0:00'],
    [new RegExp(`(?<!\\p{L})(nächsten?\\s+woche)\\s+(?:am\\s+)?(${WEEKDAY})(?!\\p{L})`, 'gu'), '$2 $1'],
    [/\bheute\s+nacht\b/g, 'heute nachts'],
    [/\bsonnabend\b/g, 'samstag'],
    [/\b(?:kommende[nrms]?|nächste[rs])(?=\s)/g, 'nächsten'],
  ],
  dayInMonth: new RegExp(`\\b\\d{1,2}\\.?\\s*${SHORT_MONTH}(?=,?\\s)`, 'u'),
  at: 'um',
  dates: [
    {
      pattern: new RegExp(
        `(?<!\\p{L})(?:am\\s+|der\\s+)?(?<n>(?:${NTH.join('|')})[nr]?|letzte[nr]?|[1-5]\\.)\\s+(?<day>${WEEKDAY})\\s+${IN_MONTH}(?!\\p{L})`,
        'u',
      ),
      days: ({ groups = {} }, today) =>
        inMonth(today, monthIn(groups), nthWeekday(WEEKDAYS.indexOf(groups.day!.slice(0, 2)), nthOf(groups.n!))),
    },
    {
      pattern: new RegExp(
        `(?<!\\p{L})(?:am\\s+)?(?:ende|letzte[nr]?\\s+tag)\\s+${IN_MONTH}(?!\\p{L})|\\bmonatsende\\b`,
        'u',
      ),
      days: ({ groups = {} }, today) => inMonth(today, monthIn(groups), endOfMonth),
    },
    {
      pattern: /(?<!\p{L})(?:in\s+der\s+)?nächsten?\s+woche\b/u,
      days: ({ input }, today) =>
        new RegExp(`\\b(?:${WEEKDAY}|mo|di|mi|do|fr|sa|so)\\b`).test(input) ? null : nextWeek(today),
    },
    { pattern: /(?<!\p{L})übermorgen\b/u, days: (_, today) => daysAhead(today, 2) },
    ...DOTTED,
    {
      pattern: new RegExp(`\\b(?:am\\s+)?(\\d{1,2})\\.\\s+(?:(${MONTH}))(?!\\s*\\d{4})(?!\\p{L})`, 'u'),
      days: ([, day, month = ''], today) =>
        dayAndMonth(today, Number(day), MONTHS.indexOf(month.replace('jänner', 'januar').slice(0, 3)) + 1),
    },
    {
      pattern: new RegExp(`\\bam\\s+(\\d{1,2})\\.(?!\\s*(?:${MONTH}|\\d))`),
      days: ([, day], today) => dayOfMonth(today, Number(day)),
    },
  ],
  parts: {
    morning: /(?<!\p{L})(?:früh|morgens|(?:am\s+)?(?:vormittags?)|am\s+morgen)(?!\p{L})/u,
    afternoon: /\b(?:am\s+)?nachmittags?\b/,
    evening: /\b(?:am\s+)?abends?\b/,
    night: /\b(?:in\s+der\s+)?(?:nachts|nacht)\b/,
  },
  filler: /\b(?:am|um|im|in|an|der|die|das|den|und|gegen|ab|uhr|bitte)\b/g,
  repeats:
    /(?<!\p{L})(?:jede[nrsm]?|täglich|wöchentlich|monatlich|jährlich|werktags|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs)(?!\p{L})/u,
  past: /\b(?:letzte[nrsm]?|vorige[nrsm]?|vergangene[nrsm]?|vor)\b/,
  next: /(?<!\p{L})nächsten?\s+(?=\p{L})/u,
  within: /^in\b/,
  calendarUnit: /\b(?:tage?n?|wochen?|monate?n?|jahre?n?)\b/,
  choice:
    /(?<=[:.]\d\d)\s+(?:(?:zum|das|beim)\s+)?(?:(?<earlier>ersten?|früher)|(?<later>zweiten?|später))(?:\s+mal)?$/u,
  placeTime: [
    /(?<!\p{L})(?<place>[\p{L}-]+(?:\s[\p{L}-]+)?)\s+(?:orts)?zeit\b/u,
    /\b(?:orts)?zeit\s+(?:in\s+)?(?<place>[\p{L}.' -]+)$/u,
  ],
  placePrefix: /\bin\s+$/,
  theirs: /\b(?:seiner|ihrer|deren|dessen)\s+zeit\b/,
  mine: /\b(?:meiner|unserer)\s+zeit\b|\bhier\b/,
}
