import { describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import type { MemberId } from '../ids.ts'
import { directKeyOf, membersOfDirectKey } from './direct-key.ts'
import { checkConversationName, checkDisplayName } from './name.ts'

describe('a channel name', () => {
  test.each([
    ['General', 'general'],
    ['#launch', 'launch'],
    [' Team Ost ', 'team-ost'],
    ['日本語', '日本語'],
    ['ﬁnance', 'finance'],
  ])('%s is kept as %s', (given, name) => expect(checkConversationName(given).name).toBe(name))

  test.each(['', '#', 'a/b', 'a.b', '<b>', 'x'.repeat(81), '😀'])('%s is refused', (given) => {
    expect(() => checkConversationName(given)).toThrow(DomainError)
  })
})

test('a display name is one line without control characters', () => {
  expect(checkDisplayName('  Ana\n Lopez\u202e ')).toBe('Ana Lopez')
  expect(() => checkDisplayName(' \u200b ')).toThrow(DomainError)
})

test('a direct conversation has one key, whoever opens it, and its members can be read from it', () => {
  const [small, large] = ['99', '100'] as MemberId[] as [MemberId, MemberId]
  expect(directKeyOf(large, small)).toBe('99:100')
  expect(directKeyOf(small, large)).toBe('99:100')
  expect(membersOfDirectKey('99:100')).toEqual(['99', '100'])
  expect(membersOfDirectKey(directKeyOf(small, small))).toEqual(['99'])
})
