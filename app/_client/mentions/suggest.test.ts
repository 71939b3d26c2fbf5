import { expect, test } from 'vitest'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import { askedAt, suggest } from './suggest.ts'

const person = (id: string, displayName: string, deactivated = false) => ({
  ...{ id: id as MemberId, displayName, deactivated, email: `p${id}@example.com` },
})
const KNOWN = {
  people: [person('1', 'Bo Ana'), person('2', 'Ana Souza'), person('3', 'Ana Gone', true), person('4', 'Herbert')],
  channels: [
    { id: '21' as ConversationId, kind: 'public' as const, name: 'general' },
    { id: '22' as ConversationId, kind: 'private' as const, name: 'team-general' },
    { id: '23' as ConversationId, kind: 'direct' as const, name: '' },
  ],
}

test.each([
  ['hello @an', 9, { sign: '@', question: 'an', from: 6 }],
  ['@', 1, { sign: '@', question: '', from: 0 }],
  ['@ana sou and more', 8, { sign: '@', question: 'ana sou', from: 0 }],
  ['(#gen', 5, { sign: '#', question: 'gen', from: 1 }],
  ['so :ta', 6, { sign: ':', question: 'ta', from: 3 }],
  ['so: t', 5, null],
  ['a :)', 4, null],
  ['me@example', 10, null],
  ['@ana\n', 5, null],
])('%s', (text, caret, asked) => {
  expect(askedAt(text, caret)).toEqual(asked)
})

const offered = (text: string) => {
  const asked = askedAt(text, text.length)
  return asked && suggest(asked, KNOWN).map(({ insert }) => insert)
}

test('people by how they begin, then by a word of theirs; nobody who is gone', () => {
  expect(offered('@an')).toEqual(['@Ana Souza', '@Bo Ana'])
  expect(offered('@ana souza')).toEqual(['@Ana Souza'])
})

test('everyone is offered beside people', () => {
  expect(offered('@he')).toEqual(['@Herbert', '@here'])
  expect(offered('@cha')).toEqual(['@channel'])
})

test('channels, and emoji by name; nothing for what nobody is called', () => {
  expect(offered('#gen')).toEqual(['#general', '#team-general'])
  expect(offered(':tada')).toEqual(['🎉'])
  expect(offered('@nobody at all')).toEqual([])
})
