import { describe, expect, test } from 'vitest'
import type { MemberId, MessageId } from '#server/domain/ids.ts'
import { dayKey } from '#app/_ui/time-text.ts'
import { firstUnread, groupMessages, isLate, rememberingDays, type TimelineMessage } from './group-messages.ts'

const message = (id: string, authorId: string, at: string): TimelineMessage => ({
  id: id as MessageId,
  seq: Number(id),
  authorId: authorId as MemberId,
  threadRootId: null,
  origin: 'typed',
  text: id,
  payload: null,
  tsUs: `${id}000`,
  createdMs: Date.parse(at),
  sendAt: null,
  clientToken: null,
  changedSeq: Number(id),
  editedMs: null,
  deletedMs: null,
  delivery: 'sent',
})
const UTC = (at_ms: number) => dayKey(at_ms, 'UTC')
const drawn = (zone: string, ...messages: TimelineMessage[]) =>
  groupMessages(messages, (at_ms) => dayKey(at_ms, zone)).flatMap(({ message: { id, createdMs }, ...item }) => [
    ...(item.startsDay ? [`day ${dayKey(createdMs, zone)}`] : []),
    `${id}${item.startsGroup ? ' named' : ''}`,
  ])

describe('a timeline', () => {
  test('names an author once for messages close together', () => {
    const list = [
      message('1', '7', '2026-11-30T10:00Z'),
      message('2', '7', '2026-11-30T10:04Z'),
      message('3', '8', '2026-11-30T10:05Z'),
      message('4', '8', '2026-11-30T10:11Z'),
    ]
    expect(drawn('UTC', ...list)).toEqual(['day 2026-11-30', '1 named', '2', '3 named', '4 named'])
  })

  test('separates days in the reader’s zone, not in UTC', () => {
    const list = [message('1', '7', '2026-11-30T22:58Z'), message('2', '7', '2026-11-30T23:01Z')]
    expect(drawn('UTC', ...list)).toEqual(['day 2026-11-30', '1 named', '2'])
    expect(drawn('Europe/Berlin', ...list)).toEqual(['day 2026-11-30', '1 named', 'day 2026-12-01', '2 named'])
  })

  test('draws the unread line above the first message that others wrote while the reader was away', () => {
    const list = [
      message('1', '8', '2026-11-30T10:00Z'),
      message('2', '7', '2026-11-30T10:01Z'),
      message('3', '8', '2026-11-30T10:02Z'),
      message('4', '8', '2026-11-30T10:03Z'),
    ]
    const me = '7' as MemberId
    const at = (time: string) => Date.parse(`2026-11-30T${time}Z`)
    expect(firstUnread(list, { readSeq: 1, since_ms: at('10:05') }, me)).toBe(3)
    expect(firstUnread(list, { readSeq: 4, since_ms: at('10:05') }, me)).toBe(null)
    // Written during the visit: seen as it comes.
    expect(firstUnread(list, { readSeq: 3, since_ms: at('10:03') }, me)).toBe(null)
    const items = groupMessages(list, UTC, 4)
    expect(items.map(({ isFirstNew, startsGroup }) => isFirstNew && startsGroup)).toEqual([false, false, false, true])
  })

  test('keeps the key of a message when others are added around it', () => {
    const list = [message('1', '7', '2026-11-30T10:00Z'), message('2', '7', '2026-11-30T10:01Z')]
    const keys = (some: TimelineMessage[]) => groupMessages(some, UTC).map(({ key }) => key)
    expect(keys(list).slice(1)).toEqual(keys(list.slice(1)))
  })

  test('finds the day of each instant in every zone by asking once per quarter of an hour', () => {
    for (const zone of ['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Chatham']) {
      let asked = 0
      const dayOf = rememberingDays((at_ms) => (asked++, dayKey(at_ms, zone)))
      const from = Date.parse('2026-10-03T00:00Z')
      for (let at_ms = from; at_ms < from + 2 * 86_400_000; at_ms += 60_000)
        expect(dayOf(at_ms)).toBe(dayKey(at_ms, zone))
      expect(asked).toBe(192)
    }
  })

  test('marks late only what went out more than a minute after its second', () => {
    const sendAt = Date.parse('2026-12-01T08:00:00Z') / 1000
    expect(isLate({ sendAt, createdMs: sendAt * 1000 + 60_000 })).toBe(false)
    expect(isLate({ sendAt, createdMs: sendAt * 1000 + 60_001 })).toBe(true)
    expect(isLate({ sendAt: null, createdMs: 1 })).toBe(false)
  })
})
