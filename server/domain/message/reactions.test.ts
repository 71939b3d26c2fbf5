import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emojiTable } from '#scripts/make-emoji.mjs'
import type { MemberId } from '../ids.ts'
import { emojiGroups, findEmoji, searchEmoji } from './emoji.ts'
import { EMOJI_TABLE } from './emoji-table.ts'
import { addReaction, checkEmoji, MOST_REACTIONS, removeReaction, type Reaction } from './reactions.ts'

describe('emoji', () => {
  test('the table is what the package says now', () => {
    expect(emojiTable()).toContain(EMOJI_TABLE)
  })

  test('every name stands for one emoji, and every emoji is found by each of its names', () => {
    const all = emojiGroups().flatMap(({ emoji }) => emoji)
    expect(all.length).toBeGreaterThan(1_800)
    const names = all.flatMap((one) => one.names)
    expect(new Set(names).size).toBe(names.length)
    for (const one of all)
      for (const name of one.names) expect(findEmoji(name)).toEqual({ name: one.names[0], glyph: one.glyph })
  })

  test.each([
    ['tada', { name: 'tada', glyph: '🎉' }],
    [':tada:', { name: 'tada', glyph: '🎉' }],
    ['thumbsup', { name: '+1', glyph: '👍️' }],
    ['thumbsup::skin-tone-4', { name: '+1::skin-tone-4', glyph: '👍🏽' }],
    ['tada::skin-tone-4', null],
    ['+1::skin-tone-9', null],
    ['no_such_emoji', null],
    ['', null],
  ])('%s', (text, found) => expect(findEmoji(text)).toEqual(found))

  test('is found by the beginning of its name before its words', () => {
    const names = searchEmoji('rock', 20).map((one) => one.names[0])
    expect(names.slice(0, 2)).toEqual(['rock', 'rocket'])
    const party = searchEmoji('party', 40).map((one) => one.names[0])
    expect(party).toContain('tada')
    expect(party.indexOf('partying_face')).toBeLessThan(party.indexOf('tada'))
    expect(searchEmoji('  ', 10)).toEqual([])
  })
})

const [ana, bo] = ['1' as MemberId, '2' as MemberId]
const tada = { name: 'tada', glyph: '🎉' }

describe('reactions', () => {
  test('the same again changes nothing, and what is taken away last is gone', () => {
    const one = addReaction([], tada, ana)
    expect(addReaction(one, tada, ana)).toBe(one)
    const both = addReaction(one, tada, bo)
    expect(both).toEqual([{ ...tada, memberIds: [ana, bo] }])
    expect(removeReaction(both, 'tada', ana)).toEqual([{ ...tada, memberIds: [bo] }])
    expect(removeReaction(one, 'tada', ana)).toEqual([])
    expect(removeReaction(one, 'tada', bo)).toBe(one)
  })

  test('after any presses each member stands once under what they pressed last an odd number of times', () => {
    const press = fc.record({ name: fc.constantFrom('tada', '+1', 'eyes'), who: fc.constantFrom(ana, bo) })
    fc.assert(
      fc.property(fc.array(press, { maxLength: 30 }), (presses) => {
        let list: readonly Reaction[] = []
        for (const { name, who } of presses) {
          const has = list.find((one) => one.name === name)?.memberIds.includes(who)
          list = has ? removeReaction(list, name, who) : addReaction(list, checkEmoji(name), who)
        }
        for (const name of ['tada', '+1', 'eyes'])
          for (const who of [ana, bo]) {
            const odd = presses.filter((one) => one.name === name && one.who === who).length % 2 === 1
            const found = list.filter((one) => one.name === name).flatMap((one) => one.memberIds)
            expect(found.filter((id) => id === who)).toHaveLength(odd ? 1 : 0)
          }
        expect(list.every(({ memberIds }) => memberIds.length > 0)).toBe(true)
      }),
    )
  })

  test('there is an end to it', () => {
    const names = emojiGroups().flatMap(({ emoji }) => emoji.map((one) => one.names[0]))
    const full = names
      .slice(0, MOST_REACTIONS)
      .reduce<readonly Reaction[]>((list, name) => addReaction(list, checkEmoji(name), ana), [])
    const more = checkEmoji(names[MOST_REACTIONS] ?? '')
    expect(() => addReaction(full, more, ana)).toThrow('too_many_reactions')
    expect(addReaction(full, checkEmoji(names[0] ?? ''), bo)[0]?.memberIds).toEqual([ana, bo])
    expect(() => checkEmoji('nothing_of_the_kind')).toThrow('emoji_unknown')
  })
})
