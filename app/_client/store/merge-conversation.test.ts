import { expect, test } from 'vitest'
import { mergeConversation } from './merge-conversation.ts'
import { createServerModel } from './sync-model.ts'

const listed = (readSeq: number, readTurn: number) => ({ ...createServerModel().listed(), readSeq, readTurn })
const merged = (local: [number, number?], there: [number, number]) => {
  const { readTurn: _, ...row } = mergeConversation(undefined, listed(local[0], 0))
  const { readSeq, readTurn } = mergeConversation(
    { ...row, ...(local[1] === undefined ? {} : { readTurn: local[1] }) },
    listed(...there),
  )
  return [readSeq, readTurn]
}

test('within a turn the further mark stays', () => {
  expect(merged([5, 1], [3, 1])).toEqual([5, 1])
  expect(merged([3, 1], [5, 1])).toEqual([5, 1])
})

test('what was marked unread elsewhere counts, and what was marked unread here is not undone by an older list', () => {
  expect(merged([9, 0], [4, 1])).toEqual([4, 1])
  expect(merged([4, 2], [9, 1])).toEqual([4, 2])
})

test('a row from before there were turns is of the first', () => {
  expect(merged([5], [3, 0])).toEqual([5, 0])
  expect(merged([5], [3, 1])).toEqual([3, 1])
})
