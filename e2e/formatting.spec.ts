import { callApi, makeRoom, person, postAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, field, send } from './support/room.ts'

test('what one writes with signs, the other reads as it is meant; nothing of it becomes code', async ({ enter }) => {
  const room = await makeRoom('formats', ['kenji'])
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', room)]
  await send(anna, room, 'It is *bold*, _slanted_, ~gone~ and `const a = 1` :tada: see https://a.example/plan.')
  const said = bubble(kenji, room, 'It is')
  await expect(said.locator('strong')).toHaveText('bold')
  await expect(said.locator('em')).toHaveText('slanted')
  await expect(said.locator('del')).toHaveText('gone')
  await expect(said.locator('code')).toHaveText('const a = 1')
  await expect(said.getByRole('img', { name: 'tada' })).toHaveText('🎉')
  const link = said.getByRole('link', { name: 'https://a.example/plan' })
  await expect(link).toHaveAttribute('href', 'https://a.example/plan')
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer')

  await field(anna, room).fill('The list:\n- one\n- two\n> quoted\n```js\nlet b = *2*\n```')
  await field(anna, room).press('Enter')
  const blocks = bubble(kenji, room, 'The list:')
  await expect(blocks.getByRole('listitem')).toHaveText(['one', 'two'])
  await expect(blocks.locator('blockquote')).toHaveText('quoted')
  await expect(blocks.getByRole('region', { name: 'Code, js' })).toHaveText('let b = *2*')

  await send(anna, room, '<img src=x onerror="window.broken = true"> [x](javascript:alert(1))')
  await expect(bubble(kenji, room, 'onerror=')).toHaveCount(1)
  expect(await kenji.evaluate(() => 'broken' in window)).toBe(false)
  await expect(bubble(kenji, room, 'onerror=').getByRole('link')).toHaveCount(0)
})

test('people and channels that a program names are shown by their names, and lead there', async ({ enter }) => {
  const room = await makeRoom('named', ['kenji'])
  await postAs('anna', room, `<@${person('maya').id}> meets <@${person('kenji').id}> in <#${room.id}>, <!here>`)
  const kenji = await enter('kenji', room)
  const said = bubble(kenji, room, 'meets')
  await expect(said).toContainText(`@Maya Johnson meets @Kenji Sato in #${room.name}, @here`)
  await said.getByRole('button', { name: '@Maya Johnson' }).click()
  await expect(kenji.getByRole('dialog')).toContainText('Maya Johnson')
  await callApi('anna', 'conversations.setTopic', { channel: room.id, topic: 'Named' })
})
