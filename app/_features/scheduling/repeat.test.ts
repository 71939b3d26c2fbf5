import { describe, expect, test } from 'vitest'
import { formatRule } from '#server/domain/recurrence/rule.ts'
import { NO_REPEAT, repeatProblem, ruleOf, type Repeat } from './repeat.ts'

const repeat = (more: Partial<Repeat>): Repeat => ({ ...NO_REPEAT, ...more })
const text = (more: Partial<Repeat>, date = '2026-12-08') => {
  const rule = ruleOf(repeat(more), date)
  return rule && formatRule(rule)
}

describe('the rule that the fields mean', () => {
  test.each<[Partial<Repeat>, string | null]>([
    [{}, null],
    [{ how: 'keep' }, null],
    [{ how: 'weekly' }, 'FREQ=WEEKLY;BYDAY=TU'],
    [{ how: 'month-nth' }, 'FREQ=MONTHLY;BYDAY=2TU'],
    [{ how: 'daily', end: 'count', count: '10' }, 'FREQ=DAILY;COUNT=10'],
    [{ how: 'daily', end: 'until', until: '2027-01-31' }, 'FREQ=DAILY;UNTIL=20270131'],
    [{ how: 'custom', unit: 'DAILY', interval: '3' }, 'FREQ=DAILY;INTERVAL=3'],
    [{ how: 'custom', unit: 'WEEKLY', interval: '3' }, 'FREQ=WEEKLY;INTERVAL=3;BYDAY=TU'],
    [{ how: 'custom', unit: 'WEEKLY', interval: '1', days: ['FR', 'MO'] }, 'FREQ=WEEKLY;BYDAY=MO,FR'],
    [{ how: 'custom', unit: 'MONTHLY', interval: '2' }, 'FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=8'],
    [{ how: 'custom', unit: 'MONTHLY', interval: '2', monthly: 'month-nth' }, 'FREQ=MONTHLY;INTERVAL=2;BYDAY=2TU'],
    [{ how: 'custom', unit: 'YEARLY', interval: '2' }, 'FREQ=YEARLY;INTERVAL=2;BYMONTH=12;BYMONTHDAY=8'],
  ])('%o', (more, rule) => {
    expect(text(more)).toBe(rule)
  })

  test('another date keeps the kind of choice', () => {
    expect(text({ how: 'weekly' }, '2026-12-09')).toBe('FREQ=WEEKLY;BYDAY=WE')
    expect(text({ how: 'month-end' }, '2026-12-31')).toBe('FREQ=MONTHLY;BYMONTHDAY=-1')
    expect(text({ how: 'month-end' }, '2026-12-30')).toBe('FREQ=MONTHLY;BYMONTHDAY=30')
    expect(text({ how: 'yearly-end' }, '2026-12-30')).toBe('FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30')
  })
})

test.each<[Partial<Repeat>, RegExp]>([
  [{ how: 'custom', interval: '0' }, /1 to 999/],
  [{ how: 'custom', interval: 'two' }, /1 to 999/],
  [{ how: 'daily', end: 'count', count: '' }, /1 to 1,000/],
  [{ how: 'daily', end: 'until', until: '' }, /last day/],
  [{ how: 'daily', end: 'until', until: '2026-12-07' }, /before the first/],
])('%o is no repetition, and what is missing is said', (more, words) => {
  expect(repeatProblem(repeat(more), '2026-12-08')).toMatch(words)
  expect(text(more)).toBeNull()
})
