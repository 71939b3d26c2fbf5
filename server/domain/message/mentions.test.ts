import { expect, test } from 'vitest'
import { formatId, type MemberId } from '../ids.ts'
import { isMentioned } from './is-mentioned.ts'
import { mentionsOf } from './mentions.ts'

const [ANA, BO] = ['700000000000000001', '700000000000000002'] as MemberId[] as [MemberId, MemberId]
const at = (id: MemberId) => `<@${formatId('member', id)}>`

test.each([
  ['nobody', 'a plain text, a < b, x@example.com', [], false],
  ['one', `hello ${at(ANA)}`, [ANA], false],
  ['each once', `${at(ANA)} and ${at(BO)}, ${at(ANA)}!`, [ANA, BO], false],
  ['with a label', `<@${formatId('member', ANA)}|ana>`, [ANA], false],
  ['everyone', 'listen, <!channel>', [], true],
  ['whoever is here, which is everyone to us', '<!here|here>', [], true],
  ['nobody in code', `\`${at(ANA)}\` and\n\`\`\`\n${at(BO)} <!channel>\n\`\`\``, [], false],
  ['nobody by an id with a wrong digit', `<@${formatId('member', ANA).slice(0, -1)}!>`, [], false],
  ['a time is nobody', '<!date^1798761600^{time}|9:00>', [], false],
])('%s', (_, text, memberIds, everyone) => {
  expect(mentionsOf(text)).toEqual({ memberIds, everyone })
  for (const id of [ANA, BO])
    expect(isMentioned(text, formatId('member', id)), id).toBe(everyone || (memberIds as string[]).includes(id))
})

test('an id that is none is passed over', () => {
  expect(mentionsOf('<@UABC> <@U0000000000000>')).toEqual({ memberIds: [], everyone: false })
})

test('one message tells at most a hundred people', () => {
  const all = Array.from({ length: 150 }, (_, i) => at(String(700000000000000000n + BigInt(i)) as MemberId))
  expect(mentionsOf(all.join(' ')).memberIds).toHaveLength(100)
})

test('oneself is mentioned by name and with everyone', () => {
  expect([at(ANA), at(BO), '<!everyone>', 'x'].map((text) => isMentioned(text, formatId('member', ANA)))).toEqual([
    true,
    false,
    true,
    false,
  ])
})
