import type { Page } from '@playwright/test'
import { makeRoom, workspacePath, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, field, notifications, send, sidebar } from './support/room.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const inSidebar = (page: Page, name: string) => sidebar(page).getByRole('link', { name: new RegExp(name) })
const channels = (page: Page) => page.getByRole('list', { name: 'Channels' }).getByRole('listitem')
const members = (page: Page, room: Pick<Room, 'title'>, count: number) =>
  page.getByRole('button', { name: `Members of ${room.title}: ${count}` })

/** What stands behind “Channel actions”. */
async function act(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: 'Channel actions' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function findChannel(page: Page, words: string): Promise<void> {
  await page.goto(workspacePath('browse'))
  await page.getByRole('searchbox', { name: 'Find a channel' }).fill(words)
}

test('a channel is created, found by its topic, joined, given another topic and left; who left may come back', async ({
  enter,
}) => {
  test.slow()
  const words = `harbour lights ${Date.now().toString(36)}`
  const name = words.replaceAll(' ', '-')
  const topic = `Boats and lamps of ${words}`
  const room = { name, title: `#${name}` } as Room
  const anna = await enter('anna', 'browse')
  await anna.getByRole('button', { name: 'Create channel' }).click()
  const dialog = anna.getByRole('dialog', { name: 'Create a channel' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('general')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('general')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(words)
  await dialog.getByRole('textbox', { name: 'Topic (optional)' }).fill(topic)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(title(anna)).toHaveText(name)
  await expect(members(anna, room, 1)).toBeVisible()

  const kenji = await enter('kenji', '')
  await findChannel(kenji, topic)
  await expect(channels(kenji)).toHaveCount(1)
  await expect(channels(kenji)).toContainText('1 member')
  await kenji.getByRole('button', { name: `Join ${room.title}` }).click()
  await expect(title(kenji)).toHaveText(name)
  await send(kenji, room, 'Lamps are lit')
  await expect(bubble(anna, room, 'Lamps are lit')).toHaveCount(1)
  await expect(members(anna, room, 2)).toBeVisible()

  await act(anna, 'Set topic…')
  const asked = anna.getByRole('dialog', { name: `Topic of ${room.title}` })
  await expect(asked.getByRole('textbox', { name: 'Topic' })).toHaveValue(topic)
  await asked.getByRole('textbox', { name: 'Topic' }).fill('Only lamps from now on')
  await asked.getByRole('button', { name: 'Save topic' }).click()
  await expect(asked).toBeHidden()
  for (const page of [anna, kenji]) await expect(page.getByRole('main')).toContainText('Only lamps from now on')

  await act(kenji, 'Leave channel…')
  await kenji.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await act(kenji, 'Leave channel…')
  const path = new URL(kenji.url()).pathname
  await kenji.getByRole('alertdialog').getByRole('button', { name: 'Leave channel' }).click()
  await expect(title(kenji)).toHaveText('general')
  await expect(inSidebar(kenji, name)).toHaveCount(0)
  await expect(members(anna, room, 1)).toBeVisible()

  await kenji.goto(path)
  await expect(kenji.getByRole('heading', { name: `You are not in ${room.title}` })).toBeVisible()
  await kenji.getByRole('button', { name: `Join ${room.title}` }).click()
  await expect(bubble(kenji, room, 'Lamps are lit')).toHaveCount(1)
  await expect(inSidebar(kenji, name)).toHaveCount(1)
})

test('people are added by name; who is added has the channel at once, and its members are listed', async ({
  enter,
}) => {
  const room = await makeRoom('added', [], 'private')
  const anna = await enter('anna', room)
  const priya = await enter('priya', '')
  await findChannel(priya, room.name)
  await expect(priya.getByText('Private channels are not listed here')).toBeVisible()
  await act(anna, 'Add people…')
  const dialog = anna.getByRole('dialog', { name: `Add people to ${room.title}` })
  await dialog.getByRole('searchbox', { name: 'Find somebody' }).fill('priya')
  await dialog.getByRole('button', { name: `Add Priya Nair to ${room.title}` }).click()
  await expect(dialog.getByText('Nobody of that name is missing here.')).toBeVisible()
  await expect(inSidebar(priya, room.name)).toBeVisible()
  await anna.keyboard.press('Escape')
  await expect(anna.getByRole('button', { name: 'Channel actions' })).toBeFocused()

  await members(anna, room, 2).click()
  const list = anna.getByRole('dialog', { name: `Members of ${room.title}` }).getByRole('listitem')
  await expect(list).toHaveCount(2)
  await expect(list).toContainText(['Anna Weber (you)', 'Priya Nair'])
})

test('an archived channel takes no messages and nobody new, and goes on once it is reopened', async ({ enter }) => {
  const room = await makeRoom('archive', ['kenji'])
  const anna = await enter('anna', room)
  const kenji = await enter('kenji', room)
  await send(anna, room, 'Before the end')
  await act(anna, 'Archive channel…')
  await anna.getByRole('alertdialog').getByRole('button', { name: 'Archive channel' }).click()
  await expect(kenji.getByRole('status').filter({ hasText: 'This channel is archived' })).toBeVisible()
  await expect(field(kenji, room)).toHaveCount(0)
  await expect(bubble(kenji, room, 'Before the end')).toHaveCount(1)

  const diego = await enter('diego', '')
  await findChannel(diego, room.name)
  await expect(channels(diego)).toContainText('archived')
  await expect(diego.getByRole('button', { name: `Join ${room.title}` })).toBeDisabled()

  await act(anna, 'Reopen channel')
  await expect(notifications(anna)).toContainText(`${room.title} is open again.`)
  await send(kenji, room, 'And on we go')
  await expect(bubble(anna, room, 'And on we go')).toHaveCount(1)
})
