import { expect, test } from 'vitest'
import { NO_GUARDS } from '#server/domain/scheduled-message/guards.ts'
import {
  askedConditions,
  conditionChips,
  conditionsForAgain,
  conditionsOf,
  hasConditions,
  latenessChoices,
  NO_CONDITIONS,
  repeatingChips,
  sameConditions,
  type Conditioned,
} from './conditions.ts'

const SECOND = Date.parse('2026-12-01T08:00:00Z') / 1000
const style = { zone: 'Europe/Berlin', hour12: true }
const scheduled = (facts: Partial<Conditioned> = {}): Conditioned => ({
  sendAt: SECOND,
  notAfter: null,
  guards: NO_GUARDS,
  ...facts,
})

test('what is shown is what is asked for again', () => {
  const one = scheduled({ notAfter: SECOND + 300, guards: { ...NO_GUARDS, skipIfAway: true } })
  expect(askedConditions(conditionsOf(one), SECOND)).toEqual({ notAfter: one.notAfter, guards: one.guards })
  expect(askedConditions(NO_CONDITIONS, SECOND)).toEqual({ notAfter: null, guards: NO_GUARDS })
})

test('a new time takes the distance along', () => {
  expect(askedConditions(conditionsOf(scheduled({ notAfter: SECOND + 60 })), SECOND + 3_600).notAfter).toBe(
    SECOND + 3_660,
  )
})

test('a copy from before there were guards has none', () => {
  const { guards: _, ...old } = scheduled()
  expect(conditionsOf(old)).toEqual(NO_CONDITIONS)
  expect(conditionChips(old, style)).toEqual([])
})

test('each condition is told in a few words, the time in the zone given', () => {
  const all = { unlessReplied: true, skipIfAway: true, holdIfArchived: true }
  expect(conditionChips(scheduled({ notAfter: SECOND + 300, guards: all }), style)).toEqual([
    'Not after 9:05:00 AM CET',
    'Only if nobody has replied',
    'Skipped if away',
    'Held if archived',
  ])
  expect(conditionChips(scheduled({ notAfter: SECOND + 86_400 }), style)).toEqual([
    'Not after Wed, Dec 2 at 9:00:00 AM CET',
  ])
})

test('those of a series are told without a time of day; a server of the version before tells none', () => {
  const guards = { unlessReplied: true, skipIfAway: true, holdIfArchived: true }
  expect(repeatingChips({ guards, lateBy_s: 900 })).toEqual([
    'At most 15 min late',
    'Only if nobody has replied',
    'Skipped if away',
    'Held if archived',
  ])
  expect(repeatingChips({ guards: NO_GUARDS, lateBy_s: 0 })).toEqual(['Exactly that second'])
  expect(repeatingChips({})).toEqual([])
})

test('what was chosen elsewhere can be kept', () => {
  expect(latenessChoices(null).map(({ value }) => value)).not.toContain(77)
  expect(latenessChoices(77)).toContainEqual({ value: 77, words: 'At most 1 min 17 s late' })
  expect(latenessChoices(0)[0]).toEqual({ value: 0, words: 'Exactly that second' })
})

test('conditions are compared by what they say', () => {
  expect(hasConditions(NO_CONDITIONS)).toBe(false)
  expect(hasConditions({ ...NO_CONDITIONS, lateBy_s: 0 })).toBe(true)
  expect(sameConditions(NO_CONDITIONS, conditionsOf(scheduled()))).toBe(true)
  expect(sameConditions(NO_CONDITIONS, { ...NO_CONDITIONS, lateBy_s: 60 })).toBe(false)
})

test('tried again, "not later than" stays as it was, but where it was what stopped the message', () => {
  const one = scheduled({ notAfter: SECOND + 300, guards: { ...NO_GUARDS, skipIfAway: true } })
  expect(conditionsForAgain({ ...one, failReason: 'channel_archived' })).toEqual(conditionsOf(one))
  expect(conditionsForAgain({ ...one, failReason: 'expired' })).toEqual({ ...conditionsOf(one), lateBy_s: null })
})
