import { tomorrowAt } from './support/clock.ts'
import { makeRoom, scheduleAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { connection, field, fillTime, notifications } from './support/room.ts'

test('a message is written, scheduled and confirmed without touching the mouse', async ({ enter }) => {
  const room = await makeRoom('keys', [])
  const anna = await enter('anna', room)
  await expect(field(anna, room)).toBeFocused()
  await anna.keyboard.type('By hand')
  await anna.keyboard.press('Control+Shift+Enter')
  const dialog = anna.getByRole('dialog', { name: 'Schedule message' })
  await expect(dialog).toBeVisible()
  await fillTime(dialog, tomorrowAt('9:15', 'Europe/Berlin'))
  await anna.keyboard.press('Control+Shift+Enter')
  await expect(dialog).toBeHidden()
  await expect(notifications(anna)).toContainText('at 9:15:00 AM')
  await expect(field(anna, room)).toHaveValue('')
  await expect(field(anna, room)).toBeFocused()
})

test('? lists the shortcuts, but is a question mark while typing; Escape goes back to the message field', async ({
  enter,
}) => {
  const room = await makeRoom('help', [])
  const anna = await enter('anna', room)
  await field(anna, room).press('?')
  await expect(field(anna, room)).toHaveValue('?')
  await expect(anna.getByRole('dialog')).toHaveCount(0)

  await anna.getByRole('log').focus()
  await anna.keyboard.press('?')
  const sheet = anna.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet).toContainText('Previous conversation')
  await anna.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(anna.getByRole('log')).toBeFocused()
  await anna.keyboard.press('Escape')
  await expect(field(anna, room)).toBeFocused()
})

test('Alt with the arrows goes through the conversations in the order of the sidebar', async ({ enter }) => {
  const first = await makeRoom('aa-first', [])
  const second = await makeRoom('aa-second', [])
  const anna = await enter('anna', first)
  const title = anna.getByRole('heading', { level: 1 })
  const names = await anna
    .getByRole('region', { name: 'Channels' })
    .getByRole('link')
    .filter({ hasText: 'aa-' })
    .allInnerTexts()
  expect(names.findIndex((name) => name.includes(first.name)) + 1).toBe(
    names.findIndex((name) => name.includes(second.name)),
  )
  await anna.keyboard.press('Alt+ArrowDown')
  await expect(title).toHaveText(second.name)
  await anna.keyboard.press('Alt+ArrowUp')
  await expect(title).toHaveText(first.name)
})

test('J and K move through what is scheduled; E, R, S and Delete act on the row with the focus', async ({ enter }) => {
  const room = await makeRoom('rows', ['maya'])
  const at = Math.floor(Date.now() / 1000) + 400 * 60
  for (const [i, text] of ['One', 'Two', 'Three'].entries()) await scheduleAs('maya', room, text, at + i * 60)
  const maya = await enter('maya', 'scheduled')
  const list = maya.getByRole('list', { name: 'Scheduled messages' })
  const row = (text: string) => list.getByRole('article').filter({ hasText: text })
  await expect(row('Three')).toBeVisible()
  await maya.keyboard.press('j')
  await expect(row('One')).toBeFocused()
  await maya.keyboard.press('j')
  await expect(row('Two')).toBeFocused()
  await maya.keyboard.press('k')
  await expect(row('One')).toBeFocused()

  await maya.keyboard.press('e')
  const editor = maya.getByRole('textbox', { name: 'Text of the scheduled message' })
  await expect(editor).toBeFocused()
  await expect(editor).toHaveValue('One')
  await maya.keyboard.press('Escape')
  await expect(editor).toHaveCount(0)

  await maya.keyboard.press('j')
  await maya.keyboard.press('r')
  await expect(maya.getByRole('dialog', { name: 'Reschedule message' })).toBeVisible()
  await maya.keyboard.press('Escape')
  await maya.keyboard.press('s')
  await expect(maya.getByRole('alertdialog', { name: 'Send this message now?' })).toBeVisible()
  await maya.keyboard.press('Escape')
  await expect(maya.getByRole('alertdialog')).toHaveCount(0)

  await row('Two').focus()
  await maya.keyboard.press('x')
  await maya.getByRole('button', { name: 'Clear choice' }).focus()
  await maya.keyboard.press('Enter')
  await expect(row('Two')).toBeFocused()
  await maya.keyboard.press('Delete')
  await expect(notifications(maya)).toContainText('canceled.')
  await expect(row('Two')).toHaveCount(0)
  await expect(row('Three')).toBeFocused()
})

test('what a notification offers is reached by F8, also from within a drawer, which stays open', async ({ enter }) => {
  const room = await makeRoom('f8', ['maya'])
  for (const [i, text] of ['First', 'Second'].entries())
    await scheduleAs('maya', room, text, Math.floor(Date.now() / 1000) + 90_000 + i)
  const maya = await enter('maya', 'scheduled')
  const row = (text: string) =>
    maya.getByRole('article', { name: `Message to ${room.title},` }).filter({ hasText: text })
  const offered = notifications(maya).getByRole('button', { name: 'Undo' })

  // The key comes with what is fetched after the page.
  await expect(connection(maya)).toBeAttached()
  await row('First').focus()
  await maya.keyboard.press('Delete')
  await expect(offered).toBeVisible()
  await row('Second').getByRole('button', { name: 'History' }).focus()
  await maya.keyboard.press('Enter')
  const drawer = maya.getByRole('dialog')
  await expect(drawer.locator(':focus')).toHaveCount(1)
  await maya.keyboard.press('F8')
  await expect(offered).toBeFocused()
  await maya.keyboard.press('Escape')
  await expect(offered).toHaveCount(0)
  await expect(drawer.locator(':focus')).toHaveCount(1)
  await maya.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)

  await row('Second').focus()
  await maya.keyboard.press('Delete')
  await expect(row('Second')).toHaveCount(0)
  await expect(offered).toBeVisible()
  await maya.keyboard.press('F8')
  await maya.keyboard.press('Enter')
  await expect(row('Second')).toHaveCount(1)
})
