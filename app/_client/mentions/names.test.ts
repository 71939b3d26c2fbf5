import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatId, type ConversationId, type MemberId } from '#server/domain/ids.ts'
import { callNames, createNames } from './names.ts'

const person = (id: string, displayName: string, deactivated = false) => ({
  ...{ id: id as MemberId, displayName, deactivated },
  email: `p${id}@example.com`,
})
const PEOPLE = [
  person('11', 'Ana'),
  person('12', 'Ana Souza'),
  person('13', 'Bo'),
  person('14', 'Bo'),
  person('15', 'Cy Gone', true),
  person('16', 'Zoë-Li'),
]
const CHANNELS = [
  { id: '21' as ConversationId, kind: 'public' as const, name: 'general' },
  { id: '22' as ConversationId, kind: 'private' as const, name: 'general-secret' },
]
const names = createNames(
  () => PEOPLE,
  () => CHANNELS,
)
const at = (id: string) => `<@${formatId('member', id)}>`
const channel = (id: string, label = '') => `<#${formatId('conversation', id, 'C')}${label}>`

test.each([
  ['@Ana', at('11')],
  ['hello @Ana Souza!', `hello ${at('12')}!`],
  ['@Ana Sou', `${at('11')} Sou`],
  ['@Anabel', '@Anabel'],
  ['a@Ana', 'a@Ana'],
  ['(@Zoë-Li)', `(${at('16')})`],
  ['@Bo', '@Bo'],
  ['@Bo (p14@example.com), see', `${at('14')}, see`],
  ['@Cy Gone', '@Cy Gone'],
  ['#general and #general-secret', `${channel('21', '|general')} and ${channel('22')}`],
  ['@channel @here @everyone', '<!channel> <!here> <!everyone>'],
  ['`@Ana` and\n```\n#general\n```\n@Ana', '`@Ana` and\n```\n#general\n```\n' + at('11')],
  ['@Ana@Ana', `${at('11')}@Ana`],
])('%s is stored as %s', (field, stored) => {
  expect(names.toStored(field)).toBe(stored)
})

test('what is stored stands in a field by its names; whoever is unknown stays as stored', () => {
  const unknown = `<@${formatId('member', '99')}>`
  expect(names.toField(`${at('12')}, ${at('15')} and ${unknown} in ${channel('22')}, <!here>`)).toBe(
    `@Ana Souza, @Cy Gone and ${unknown} in #general-secret, @here`,
  )
})

test('names of two are told apart by their addresses', () => {
  expect([...callNames(PEOPLE).values()]).toEqual([
    ...['Ana', 'Ana Souza', 'Bo (p13@example.com)', 'Bo (p14@example.com)', 'Cy Gone', 'Zoë-Li'],
  ])
})

test('whatever is typed: stored and shown again it is what was typed, and stored again the same', () => {
  const piece = fc.constantFrom(
    '@',
    '#',
    'Ana',
    ' ',
    'Souza',
    '`',
    '\n',
    'Bo (p13@example.com)',
    'channel',
    'general',
    'x',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const typed = pieces.join('')
      const stored = names.toStored(typed)
      expect(names.toField(stored)).toBe(typed)
      expect(names.toStored(names.toField(stored))).toBe(stored)
    }),
  )
})
