import { expect, test } from 'vitest'
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { answerRule } from './when-rule.ts'

const [berlin, newYork] = [parseZone('Europe/Berlin'), parseZone('America/New_York')]

test('the occurrences of a rule, as a program reads them (T4)', () => {
  const asked = { rule: 'FREQ=WEEKLY;BYDAY=MO', wall: '2026-12-07T09:00', zone: berlin, count: '2' }
  expect(answerRule(asked)).toEqual({
    ok: true,
    zone: berlin,
    occurrences: [
      { epochSeconds: 1796630400, wallClock: '2026-12-07T09:00:00', kind: 'exact' },
      { epochSeconds: 1797235200, wallClock: '2026-12-14T09:00:00', kind: 'exact' },
    ],
  })
  expect(
    answerRule({ ...asked, now: epochSeconds(Date.parse('2026-12-08T00:00:00Z') / 1000), count: '1' }),
  ).toMatchObject({
    occurrences: [{ wallClock: '2026-12-14T09:00:00' }],
  })
})

test('an occurrence in a gap says so and keeps the wall clock it comes back to', () => {
  const asked = { rule: 'FREQ=DAILY', wall: '2027-03-14T02:30', zone: newYork, count: '2' }
  expect(answerRule(asked)).toEqual({
    ok: true,
    zone: newYork,
    occurrences: [
      { epochSeconds: 1805009400, wallClock: '2027-03-14T02:30:00', kind: 'gap' },
      { epochSeconds: 1805092200, wallClock: '2027-03-15T02:30:00', kind: 'exact' },
    ],
  })
})

test.each([
  [{ rule: 'FREQ=HOURLY', wall: '2026-12-07T09:00' }, 'rule_invalid', /FREQ: "HOURLY".*at most once a day/],
  [{ rule: 'FREQ=DAILY', wall: '2026-12-7 9:00' }, 'invalid_input', /--wall: "2026-12-7 9:00"/],
  [{ rule: 'FREQ=DAILY' }, 'invalid_input', /--wall/],
  [{ rule: 'FREQ=DAILY', wall: '1960-01-01T09:00' }, 'invalid_input', /--wall: "1960-01-01T09:00"/],
  [{ rule: 'FREQ=DAILY', wall: '9000-01-01T09:00' }, 'invalid_input', /--wall: "9000-01-01T09:00"/],
  [{ rule: 'FREQ=DAILY', wall: '2026-12-07T09:00', count: 'many' }, 'invalid_input', /--count: "many"/],
  [{ rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', wall: '2026-12-07T09:00' }, 'rule_never_happens', /No day/],
])('%o is refused with what was wrong', (asked, error, message) => {
  expect(answerRule({ zone: berlin, ...asked })).toMatchObject({
    ok: false,
    error,
    message: expect.stringMatching(message),
  })
})
