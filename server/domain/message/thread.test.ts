import { expect, test } from 'vitest'
import type { MemberId, MessageId } from '../ids.ts'
import { addReplies, standsInChannel, withoutReply } from './thread.ts'

const by = (authorId: string, createdMs: number) => ({ authorId: authorId as MemberId, createdMs })

test('the latest who wrote are named once, last first, and never more than five', () => {
  const first = addReplies(undefined, [by('1', 10), by('2', 20), by('1', 30)])
  expect(first).toEqual({ count: 3, lastMs: 30, memberIds: ['1', '2'] })
  const more = addReplies(
    first,
    ['3', '4', '5', '6'].map((id, i) => by(id, 40 + i)),
  )
  expect(more).toEqual({ count: 7, lastMs: 43, memberIds: ['6', '5', '4', '3', '1'] })
})

test('a deleted reply is not counted; with the last one everything goes', () => {
  const three = addReplies(undefined, [by('1', 10), by('2', 20), by('3', 30)])
  expect(withoutReply(three, [by('2', 20), by('1', 10)])).toEqual({ count: 2, lastMs: 20, memberIds: ['2', '1'] })
  expect(withoutReply(three, [])).toBeUndefined()
  // More stand than were looked at: the number is counted down, never below what is seen.
  const many = { ...three, count: 80 }
  expect(withoutReply(many, [by('2', 20)])?.count).toBe(79)
})

test('a reply stands in its thread alone unless it was wanted in the channel', () => {
  const threadRootId = '7' as MessageId
  expect(standsInChannel({ threadRootId: null })).toBe(true)
  expect(standsInChannel({ threadRootId })).toBe(false)
  expect(standsInChannel({ threadRootId, alsoInChannel: false })).toBe(false)
  expect(standsInChannel({ threadRootId, alsoInChannel: true })).toBe(true)
})
