import { expect, test } from 'vitest'
import { formatId, type ConversationId, type MemberId, type MessageId } from '#server/domain/ids.ts'
import { timeToken } from '#server/domain/message/time-token.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { createNames } from '#app/_client/mentions/names.ts'
import { shownText } from '#app/_client/mentions/shown-text.ts'
import { dayKey } from '#app/_ui/time-text.ts'
import { filterScheduled, isFiltering, NO_FILTER, type ScheduledFilter } from './filter-scheduled.ts'

const row = (id: string, text: string, conversationId: string, at: string) =>
  ({ id: id as MessageId, text, conversationId, sendAt: Date.parse(at) / 1000 }) as ScheduledView

const ROWS = [
  row('1', 'Stand-up at nine', '10', '2026-12-01T08:00:00Z'),
  row('2', 'Café closes early', '20', '2026-12-02T22:30:00Z'),
  row('3', 'تذكير بالاجتماع', '10', '2026-12-03T09:00:00Z'),
]
const ANA = { id: '11' as MemberId, displayName: 'Ana Souza', email: 'ana@example.com', deactivated: false }
const names = createNames(
  () => [ANA],
  () => [],
)
const shown = (text: string) => shownText(names, text)
const NAMES: Record<string, string> = { 10: '#general', 20: '#kitchen' }
const found = (filter: Partial<ScheduledFilter>, zone = 'Europe/Berlin') =>
  filterScheduled(
    ROWS,
    { ...NO_FILTER, ...filter },
    { nameOf: (id) => NAMES[id] ?? '', shown, dayOf: (at_ms) => dayKey(at_ms, zone) },
  ).map(({ id }) => id)

test('without a filter everything stands', () => {
  expect(isFiltering(NO_FILTER)).toBe(false)
  expect(found({})).toEqual(['1', '2', '3'])
})

test('words are found in text and name, in any order, capitals and accents apart', () => {
  expect(found({ text: 'CAFE' })).toEqual(['2'])
  expect(found({ text: 'kitchen early' })).toEqual(['2'])
  expect(found({ text: 'early general' })).toEqual([])
  expect(found({ text: 'الاجتماع' })).toEqual(['3'])
})

test('people and times in a text are found as they read, not by their ids', () => {
  const token = `<@${formatId('member', ANA.id)}>`
  const rows = [
    row('4', `Ask ${token} by ${timeToken(1_800_000_000, 'Fri at 9:00 AM CET')}`, '10', '2026-12-01T08:00:00Z'),
  ]
  const find = (text: string) =>
    filterScheduled(rows, { ...NO_FILTER, text }, { nameOf: () => '', shown, dayOf: () => '' }).length
  expect(shown(rows[0]!.text)).toBe('Ask @Ana Souza by Fri at 9:00 AM CET')
  expect(['@ana souza', 'fri 9:00', 'date', token].map(find)).toEqual([1, 1, 0, 0])
})

test('a conversation and a stretch of days, by the reader’s calendar (K86)', () => {
  expect(found({ conversationId: '10' as ConversationId })).toEqual(['1', '3'])
  expect(found({ from: '2026-12-02', to: '2026-12-02' })).toEqual(['2'])
  expect(found({ from: '2026-12-03' }, 'Asia/Tokyo')).toEqual(['2', '3'])
})
