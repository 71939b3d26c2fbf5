import { expect, test } from 'vitest'
import { rankTargets, type Target } from './rank-targets.ts'

const target = (kind: Target['kind'], name: string, more: Partial<Target> = {}): Target => ({
  ...{ key: `${kind} ${name}`, kind, name, unread: 0 },
  ...more,
})
const ALL = [
  target('channel', 'general'),
  target('channel', 'release-notes', { unread: 2 }),
  target('channel', 'angles'),
  target('person', 'Ana Souza'),
  target('person', 'José'),
  target('command', 'Settings', { words: ['profile', 'theme'] }),
]
const names = (typed: string) => rankTargets(ALL, typed).map(({ name }) => name)

test('nothing typed: what is unread first, then in the order given', () => {
  expect(names('')).toEqual(['release-notes', 'general', 'angles', 'Ana Souza', 'José', 'Settings'])
})

test('the beginning of a name before that of a word in it, before letters inside, before letters in order', () => {
  expect(names('an')).toEqual(['angles', 'Ana Souza'])
  expect(names('not')).toEqual(['release-notes'])
  expect(names('sou')).toEqual(['Ana Souza'])
  expect(names('jose')).toEqual(['José'])
  expect(names('rlnt')).toEqual(['release-notes'])
  expect(names('theme')).toEqual(['Settings'])
  expect(names('zzz')).toEqual([])
})

test('a sign chooses the kind: # channels, @ people, > commands', () => {
  expect(names('#')).toEqual(['release-notes', 'general', 'angles'])
  expect(names('@an')).toEqual(['Ana Souza'])
  expect(names('> s')).toEqual(['Settings'])
})
