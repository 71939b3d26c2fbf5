import { callApi, makeRoom, person, postAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { everythingFetched } from './support/network.ts'
import { bubble, field, sidebar } from './support/room.ts'

test('a name is offered while it is written, and whoever is named is told beside the channel', async ({ enter }) => {
  const room = await makeRoom('mention', ['kenji'])
  const elsewhere = await makeRoom('elsewhere', ['kenji'])
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', elsewhere)]
  await expect(field(kenji, elsewhere)).toBeEnabled()
  await field(anna, room).pressSequentially('Hello @ken')
  const offered = anna.getByRole('listbox', { name: 'People' })
  await expect(offered.getByRole('option', { name: /Kenji Sato/ })).toHaveAttribute('aria-selected', 'true')
  await anna.keyboard.press('Enter')
  await expect(field(anna, room)).toHaveValue('Hello @Kenji Sato ')
  await expect(offered).toHaveCount(0)
  await anna.keyboard.type(`and #${room.name}`)
  await anna.getByRole('listbox', { name: 'Channels' }).getByRole('option', { name: room.title }).click()
  await expect(field(anna, room)).toHaveValue(`Hello @Kenji Sato and ${room.title} `)
  await anna.keyboard.press('Enter')
  await expect(bubble(anna, room, 'Hello').getByRole('button', { name: '@Kenji Sato' })).toBeVisible()

  const link = sidebar(kenji).getByRole('link', { name: new RegExp(room.name) })
  await expect(link).toContainText('@1 naming you')
  await postAs('anna', room, 'and nobody in particular')
  await expect(link).toContainText('2 unread')
  await expect(link).toContainText('@1 naming you')
  await link.click()
  await expect(bubble(kenji, room, 'Hello')).toContainText(`@Kenji Sato and ${room.title}`)
  await expect(link).not.toContainText('naming you')
})

test('an edit by its author shows names in the field, and takes the mention back with the name', async ({ enter }) => {
  const room = await makeRoom('unmention', ['kenji'])
  const elsewhere = await makeRoom('elsewhere', ['kenji'])
  await postAs('anna', room, `<@${person('kenji').id}> please look, <!channel>`)
  const [anna, kenji] = [await enter('anna', room), await enter('kenji', elsewhere)]
  const link = sidebar(kenji).getByRole('link', { name: new RegExp(room.name) })
  await expect(link).toContainText('@1 naming you')
  await expect(bubble(anna, room, 'please look')).toHaveCount(1)
  await bubble(anna, room, 'please look').hover()
  await anna.getByRole('button', { name: 'Edit message' }).click()
  const text = anna.getByRole('textbox', { name: 'New text of the message' })
  await expect(text).toHaveValue('@Kenji Sato please look, @channel')
  await text.fill('Never mind')
  await text.press('Enter')
  await expect(bubble(anna, room, 'Never mind')).toHaveCount(1)
  await expect(link).not.toContainText('naming you')
  await expect(link).toContainText('1 unread')
})

test('a scheduled message names people like a typed one, and a thread tells whom it names until it was opened', async ({
  enter,
}) => {
  const room = await makeRoom('latermention', ['kenji'])
  const elsewhere = await makeRoom('elsewhere', ['kenji'])
  const { ts } = await postAs('anna', room, 'The question')
  const kenji = await enter('kenji', room)
  await expect(bubble(kenji, room, 'The question')).toHaveCount(1)
  const link = sidebar(kenji).getByRole('link', { name: new RegExp(room.name) })
  await expect(link).not.toContainText('unread')
  await kenji.goto(elsewhere.path)
  await expect(field(kenji, elsewhere)).toBeEnabled()
  const { scheduled_message_id } = await callApi('anna', 'chat.scheduleMessage', {
    ...{ channel: room.id, text: `<@${person('kenji').id}> in a thread`, thread_ts: ts },
    post_at: Math.floor(Date.now() / 1000) + 8,
  })
  expect(scheduled_message_id).toBeTruthy()
  await expect(link).toContainText('@1 naming you', { timeout: 40_000 })
  await link.click()
  await bubble(kenji, room, 'The question')
    .getByRole('button', { name: /1 reply/ })
    .click()
  await expect(kenji.getByRole('region', { name: `Thread in ${room.title}` })).toContainText('@Kenji Sato in a thread')
  await expect(link).not.toContainText('naming you')
})

test('signs around what is selected by Ctrl and a letter', async ({ enter }) => {
  const room = await makeRoom('signs', [])
  const anna = await enter('anna', room)
  await everythingFetched(anna)
  await field(anna, room).fill('loud')
  await field(anna, room).press('ControlOrMeta+a')
  await anna.keyboard.press('ControlOrMeta+b')
  await expect(field(anna, room)).toHaveValue('*loud*')
  await anna.keyboard.press('Enter')
  await expect(bubble(anna, room, 'loud').locator('strong')).toHaveText('loud')
})
