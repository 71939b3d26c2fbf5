import { describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { parseZone } from '../time/zone.ts'
import { occurrencesOf } from './occurrences.ts'
import { ruleChoices } from './rule-choices.ts'
import { ruleWords } from './rule-words.ts'
import { formatRule, parseRule } from './rule.ts'

test.each([
  ['FREQ=DAILY', 'FREQ=DAILY'],
  ['RRULE:FREQ=DAILY;INTERVAL=1;WKST=MO', 'FREQ=DAILY'],
  ['byday=mo,2tu,-1FR;freq=monthly;', 'FREQ=MONTHLY;BYDAY=MO,2TU,-1FR'],
  ['FREQ=WEEKLY;UNTIL=20270102T090000Z;BYDAY=MO', 'FREQ=WEEKLY;BYDAY=MO;UNTIL=20270102T090000Z'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3', 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3'],
])('%s is kept as %s', (text, canonical) => {
  expect(formatRule(parseRule(text))).toBe(canonical)
  expect(formatRule(parseRule(canonical))).toBe(canonical)
})

describe('what is not understood is refused and named, never ignored', () => {
  test.each([
    ['', 'RRULE', ''],
    ['every monday', 'EVERY MONDAY', ''],
    ['FREQ=HOURLY', 'FREQ', 'HOURLY'],
    ['BYDAY=MO', 'FREQ', ''],
    ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ', 'WEEKLY'],
    ['FREQ=DAILY;BYHOUR=9', 'BYHOUR', '9'],
    ['FREQ=DAILY;RSCALE=GREGORIAN', 'RSCALE', 'GREGORIAN'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL', '0'],
    ['FREQ=DAILY;INTERVAL=1.5', 'INTERVAL', '1.5'],
    ['FREQ=DAILY;INTERVAL=1000', 'INTERVAL', '1000'],
    ['FREQ=DAILY;COUNT=0', 'COUNT', '0'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20270101', 'UNTIL', '20270101'],
    ['FREQ=DAILY;UNTIL=20270230', 'UNTIL', '20270230'],
    ['FREQ=DAILY;UNTIL=tomorrow', 'UNTIL', 'TOMORROW'],
    ['FREQ=WEEKLY;BYDAY=XX', 'BYDAY', 'XX'],
    ['FREQ=WEEKLY;BYDAY=', 'BYDAY', 'BYDAY='],
    ['FREQ=WEEKLY;BYDAY=2TU', 'BYDAY', '2TU'],
    ['FREQ=MONTHLY;BYDAY=6TU', 'BYDAY', '6TU'],
    ['FREQ=MONTHLY;BYDAY=0TU', 'BYDAY', '0TU'],
    ['FREQ=MONTHLY;BYMONTHDAY=32', 'BYMONTHDAY', '32'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'BYMONTHDAY', '0'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'BYMONTHDAY', '1'],
    ['FREQ=MONTHLY;BYYEARDAY=1', 'BYYEARDAY', '1'],
    ['FREQ=MONTHLY;BYWEEKNO=1', 'BYWEEKNO', '1'],
    ['FREQ=MONTHLY;BYSETPOS=-1', 'BYSETPOS', '-1'],
    [`FREQ=WEEKLY;BYDAY=${'MO,'.repeat(200)}MO`, 'RRULE', '620 characters'],
  ])('%s', (text, part, value) => {
    let refusal: unknown
    try {
      parseRule(text)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(DomainError)
    expect(refusal).toMatchObject({ code: 'rule_invalid', facts: { part, value } })
  })
})

const zone = parseZone('UTC')

describe('rules in plain words', () => {
  test.each([
    ['FREQ=DAILY', 'Every day at 9:00'],
    ['FREQ=DAILY;INTERVAL=3', 'Every 3 days at 9:00'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Every weekday at 9:00'],
    ['FREQ=WEEKLY', 'Every Tuesday at 9:00'],
    ['FREQ=WEEKLY;BYDAY=TH,MO', 'Every Monday and Thursday at 9:00'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,WE,SU', 'Every 2 weeks on Tuesday, Wednesday and Sunday at 9:00'],
    ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'Every day at 9:00'],
    ['FREQ=MONTHLY', 'Every month on the 8th at 9:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,15', 'Every month on the 1st and 15th at 9:00'],
    ['FREQ=MONTHLY;BYMONTHDAY=31', 'Every month on the 31st at 9:00, skipping shorter months'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day at 9:00'],
    [
      'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1',
      'Every month on the 30th at 9:00, or the last day of shorter months',
    ],
    ['FREQ=MONTHLY;BYDAY=2TU', 'Every second Tuesday of the month at 9:00'],
    ['FREQ=MONTHLY;BYDAY=-1FR', 'Every last Friday of the month at 9:00'],
    ['FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU', 'Every 3 months on the second Tuesday at 9:00'],
    [
      'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
      'Every month on Monday, Tuesday, Wednesday, Thursday and Friday at 9:00, the last of these',
    ],
    ['FREQ=YEARLY', 'Every year on December 8 at 9:00'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 'Every year on February 29 at 9:00, in leap years only'],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1', 'Every year on the last day of February at 9:00'],
    ['FREQ=DAILY;COUNT=10', 'Every day at 9:00, 10 times'],
    ['FREQ=DAILY;UNTIL=20270102T090000Z', 'Every day at 9:00, until January 2, 2027'],
  ])('%s', (rule, words) => {
    expect(ruleWords(parseRule(rule), '2026-12-08T09:00:00', '9:00')).toBe(words)
  })
})

describe('what a chosen date offers', () => {
  const labels = (date: string) => ruleChoices(date).map(({ label, rule }) => [label, formatRule(rule)])

  test('a Tuesday in the second week', () => {
    expect(labels('2026-12-08')).toEqual([
      ['Daily', 'FREQ=DAILY'],
      ['Every weekday (Monday to Friday)', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
      ['Weekly on Tuesday', 'FREQ=WEEKLY;BYDAY=TU'],
      ['Every 2 weeks on Tuesday', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU'],
      ['Monthly on the 8th', 'FREQ=MONTHLY;BYMONTHDAY=8'],
      ['Monthly on the second Tuesday', 'FREQ=MONTHLY;BYDAY=2TU'],
      ['Yearly on December 8', 'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=8'],
    ])
  })

  test('the ends of months leave the choice to the person (K66)', () => {
    const monthly = (date: string) => labels(date).filter(([label]) => label?.startsWith('Monthly'))
    expect(monthly('2026-12-31')).toEqual([
      ['Monthly on the 31st, skipping shorter months', 'FREQ=MONTHLY;BYMONTHDAY=31'],
      ['Monthly on the last day', 'FREQ=MONTHLY;BYMONTHDAY=-1'],
      ['Monthly on the last Thursday', 'FREQ=MONTHLY;BYDAY=-1TH'],
    ])
    expect(monthly('2027-01-30')).toEqual([
      ['Monthly on the 30th, skipping shorter months', 'FREQ=MONTHLY;BYMONTHDAY=30'],
      ['Monthly on the 30th, or the last day of shorter months', 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1'],
      ['Monthly on the last Saturday', 'FREQ=MONTHLY;BYDAY=-1SA'],
    ])
    expect(monthly('2027-02-28').map(([label]) => label)).toContain('Monthly on the last day')
    expect(labels('2028-02-29').slice(-2)).toEqual([
      ['Yearly on February 29, in leap years only', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29'],
      ['Yearly on the last day of February', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1'],
    ])
  })

  test('each fits the chosen date, so the first message is the one that was chosen', () => {
    for (const date of ['2026-12-07', '2026-12-31', '2027-02-28', '2028-02-29', '2027-05-29'])
      for (const { label, rule } of ruleChoices(date)) {
        const [first] = occurrencesOf({ rule: parseRule(formatRule(rule)), start: `${date}T09:00`, zone }, 1)
        // Only "every weekday" may be chosen on a day that is none.
        if (!label.includes('weekday')) expect(first?.wallClock, `${label} on ${date}`).toBe(`${date}T09:00:00`)
      }
  })
})
