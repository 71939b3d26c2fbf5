import { describe, expect, test } from 'vitest'
import type { MemberId, MessageId } from '#server/domain/ids.ts'
import { dayKey } from '#app/_ui/time-text.ts'
import { groupMessages, isLate, type TimelineMessage } from './group-messages.ts'

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
const drawn = (zone: string, ...messages: TimelineMessage[]) =>
  groupMessages(messages, (at_ms) => dayKey(at_ms, zone)).map((item) =>
    item.type === 'day' ? item.key : `${item.message.id}${item.startsGroup ? ' named' : ''}`,
  )

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

  test('marks late only what went out more than a minute after its second', () => {
    const sendAt = Date.parse('2026-12-01T08:00:00Z') / 1000
    expect(isLate({ sendAt, createdMs: sendAt * 1000 + 60_000 })).toBe(false)
    expect(isLate({ sendAt, createdMs: sendAt * 1000 + 60_001 })).toBe(true)
    expect(isLate({ sendAt: null, createdMs: 1 })).toBe(false)
  })
})
