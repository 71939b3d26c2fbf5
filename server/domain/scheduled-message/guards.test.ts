import { expect, test } from 'vitest'
import type { ConversationId, MemberId, MessageId } from '../ids.ts'
import { isAway } from '../member/away.ts'
import type { EpochMillis } from '../time/units.ts'
import {
  choiceOf,
  hasGuards,
  NO_GUARDS,
  reasonUnderGuards,
  stoppedByGuards,
  type GuardedRow,
  type GuardFacts,
} from './guards.ts'
import { FAIL_REASONS } from './state.ts'

const ms = (n: number) => n as EpochMillis
const row = (id: string, facts: Partial<Record<keyof GuardedRow, unknown>> = {}): GuardedRow => ({
  id: id as MessageId,
  authorId: 'ana' as MemberId,
  conversationId: 'c' as ConversationId,
  threadRootId: null,
  quietAfterSeq: null,
  holdIfArchived: false,
  skipIfAway: false,
  ...(facts as Partial<GuardedRow>),
})
const quiet = (id: string, facts: Partial<Record<keyof GuardedRow, unknown>> = {}) =>
  row(id, { quietAfterSeq: 7, ...facts })
const facts = (given: Partial<GuardFacts> = {}): GuardFacts => ({
  repliedTo: new Set(),
  awayUntil_ms: () => null,
  now: ms(1_000),
  ...given,
})
const stops = (rows: GuardedRow[], given: Partial<GuardFacts> = {}) =>
  Object.fromEntries(stoppedByGuards(rows, facts(given)))

test('without guards nothing is stopped, whatever is true', () => {
  const repliedTo = new Set(['a' as MessageId])
  expect(stops([row('a')], { repliedTo, awayUntil_ms: () => ms(9_999) })).toEqual({})
})

test('a reply stops what must be alone, and nothing else', () => {
  const repliedTo = new Set(['a', 'b'] as MessageId[])
  expect(stops([quiet('a'), row('b'), quiet('c')], { repliedTo })).toEqual({ a: 'replied_meanwhile' })
})

test("of one transaction, another's message stops a later one of its conversation, never an earlier one", () => {
  expect(stops([quiet('a'), row('b', { authorId: 'ben' })])).toEqual({})
  expect(stops([row('b', { authorId: 'ben' }), quiet('a')])).toEqual({ a: 'replied_meanwhile' })
  expect(stops([row('b', { authorId: 'ben', conversationId: 'elsewhere' }), quiet('a')])).toEqual({})
})

test('own messages do not count', () => {
  expect(stops([row('b'), quiet('a')])).toEqual({})
})

test('a message that is stopped itself stops nobody', () => {
  const repliedTo = new Set(['b'] as MessageId[])
  expect(stops([quiet('b', { authorId: 'ben' }), quiet('a')], { repliedTo })).toEqual({ b: 'replied_meanwhile' })
})

test('a reply in a thread is answered in its thread only; a message of the conversation by a reply in any thread', () => {
  const ben = (threadRootId: string | null) => row('b', { authorId: 'ben', threadRootId })
  expect(stops([ben(null), quiet('a', { threadRootId: 'r' })])).toEqual({})
  expect(stops([ben('other'), quiet('a', { threadRootId: 'r' })])).toEqual({})
  expect(stops([ben('r'), quiet('a', { threadRootId: 'r' })])).toEqual({ a: 'replied_meanwhile' })
  expect(stops([ben('r'), quiet('a')])).toEqual({ a: 'replied_meanwhile' })
})

test('away ends at its millisecond', () => {
  expect(isAway(null, ms(0))).toBe(false)
  expect(isAway(ms(1_000), ms(999))).toBe(true)
  expect(isAway(ms(1_000), ms(1_000))).toBe(false)
  const away = row('a', { skipIfAway: true })
  expect(stops([away], { awayUntil_ms: () => ms(1_001) })).toEqual({ a: 'author_away' })
  expect(stops([away], { awayUntil_ms: () => ms(1_000) })).toEqual({})
})

test('only an archived channel holds, and only what asked for it', () => {
  for (const reason of FAIL_REASONS) {
    expect(reasonUnderGuards(reason, { holdIfArchived: false })).toBe(reason)
    const held = reason === 'channel_archived' ? 'held_channel_archived' : reason
    expect(reasonUnderGuards(reason, { holdIfArchived: true })).toBe(held)
  }
})

test('what its author chose is told as they chose it', () => {
  expect(choiceOf(quiet('a', { skipIfAway: true }))).toEqual({
    unlessReplied: true,
    holdIfArchived: false,
    skipIfAway: true,
  })
  expect(choiceOf(row('a', { quietAfterSeq: 0 })).unlessReplied).toBe(true)
  expect(hasGuards(NO_GUARDS)).toBe(false)
  for (const one of Object.keys(NO_GUARDS)) expect(hasGuards({ ...NO_GUARDS, [one]: true })).toBe(true)
})
