import type { Page } from '@playwright/test'
import { secondIn, tomorrowAt, secondsAhead, wallIn } from './support/clock.ts'
import { makeRoom, scheduleAs, timesOnServer, type Room } from './support/demo.ts'
import { expect, openPlace, test } from './support/journey.ts'
import { looked } from './support/look.ts'
import { bubble, chooseTime, fillTime, notifications } from './support/room.ts'

const zone = 'Europe/Berlin'
const tomorrow = () => Math.floor(Date.now() / 1000) + 86_400

test('from the list a message is edited, moved, canceled, restored and sent now; each step is told and kept', async ({
  enter,
}) => {
  const room = await makeRoom('changes', ['kenji'])
  await scheduleAs('anna', room, 'A first wording', tomorrow())
  const anna = await enter('anna', 'scheduled')
  const row = rowOf(anna, room)

  await edit(anna, room, 'A better wording')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('A better wording')
  await expect(editor(anna)).toHaveCount(0)

  const planned = (await row.getAttribute('aria-label')) ?? ''
  await row.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = anna.getByRole('dialog', { name: 'Reschedule message' })
  await fillTime(dialog, tomorrowAt('14:30:15', zone))
  await expect(dialog.getByRole('group', { name: 'When it will be sent' })).toContainText('2:30:15 PM')
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await expect(notifications(anna)).toContainText(`Message to ${room.title} rescheduled for`)
  await expect(row).toHaveAccessibleName(/ at 2:30:15 PM CES?T$/)
  await notifications(anna).getByRole('button', { name: 'Undo' }).click()
  await expect(notifications(anna)).toContainText(`Message to ${room.title} is back at`)
  await expect(row).toHaveAccessibleName(planned)

  await row.getByRole('button', { name: 'Cancel message' }).click()
  await expect(row).toHaveCount(0)
  await notifications(anna).getByRole('button', { name: 'Undo' }).click()
  await expect(row).toHaveCount(1)
  await expect(row).toHaveAccessibleName(planned)
  await expect(row).toContainText('A better wording')

  await row.getByRole('button', { name: 'Send now' }).click()
  await anna
    .getByRole('alertdialog', { name: 'Send this message now?' })
    .getByRole('button', { name: 'Send now' })
    .click()
  await expect(notifications(anna)).toContainText(`Sent to ${room.title}.`)
  await expect(row).toHaveCount(0)
  const kenji = await enter('kenji', room)
  await expect(bubble(kenji, room, 'A better wording')).toHaveCount(1)
  expect(await timesOnServer(room, 'A first wording')).toBe(0)

  await anna.getByRole('tab', { name: /^Canceled/ }).click()
  await anna
    .getByRole('article', { name: `Message to ${room.title},` })
    .getByRole('button', { name: 'History' })
    .click()
  await expect(anna.getByRole('list', { name: 'History' }).getByRole('listitem')).toContainText([
    'Scheduled',
    'Text edited',
    'Rescheduled',
    'Canceled',
  ])
})

test('what a canceled message was tied to comes back with it: conditions and the latest time', async ({ enter }) => {
  const room = await makeRoom('tied', ['kenji'])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'Only while it is true')
  await fillTime(dialog, tomorrowAt('9:20', zone))
  await dialog.getByRole('button', { name: /^Conditions/ }).click()
  await dialog.getByRole('checkbox', { name: 'Only if nobody has replied' }).check()
  await dialog.getByRole('combobox', { name: 'Not later than' }).selectOption('3600')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
  await notifications(anna).getByRole('button', { name: 'View' }).click()

  const row = anna.getByRole('article', { name: `Message to ${room.title},` })
  const tied = row.getByRole('list', { name: 'Conditions' }).getByRole('listitem')
  await expect(tied).toHaveCount(2)
  const before = await tied.allTextContents()
  await row.getByRole('button', { name: 'Cancel message' }).click()
  await expect(row).toHaveCount(0)
  await notifications(anna).getByRole('button', { name: 'Undo' }).click()
  await expect(notifications(anna)).toContainText('Scheduled again for the same time.')
  await expect(tied).toHaveText(before)
})

test('on a phone the rest of what can be done stands behind “More actions”, in one line with what is done most', async ({
  enter,
}, info) => {
  const room = await makeRoom('folded', [])
  await scheduleAs('anna', room, 'From the train', tomorrow())
  const anna = await enter('anna', 'scheduled', {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const row = anna.getByRole('article', { name: `Message to ${room.title},` })
  const more = row.getByRole('button', { name: 'More actions' })
  await expect(more).toBeVisible()
  const shown = await row.getByRole('button').all()
  const tops = await Promise.all(shown.map(async (each) => (await each.boundingBox())?.y))
  expect(tops).toHaveLength(3)
  expect(new Set(tops).size, 'one line').toBe(1)
  await more.tap()
  await expect(anna.getByRole('menuitem')).toHaveText(['Send now', 'Cancel message', 'Copy text', 'History'])
  await looked(anna, info.outputPath('menu.png'))
  await anna.getByRole('menuitem', { name: 'History' }).tap()
  await expect(anna.getByRole('dialog', { name: 'History' })).toBeVisible()
  await anna.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await anna.keyboard.press('Enter')
  await expect(anna.getByRole('menuitem', { name: 'Send now' })).toBeFocused()
  await anna.keyboard.press('ArrowDown')
  await anna.keyboard.press('Enter')
  await expect(row).toHaveCount(0)
  await notifications(anna).getByRole('button', { name: 'Undo' }).tap()
  await expect(row).toHaveCount(1)
})

test('saving without a change closes the editor and leaves no trace (K27)', async ({ enter }) => {
  const room = await makeRoom('untouched', [])
  await scheduleAs('anna', room, 'As it was', tomorrow())
  const anna = await enter('anna', 'scheduled')
  const row = rowOf(anna, room)
  const changes: string[] = []
  anna.on('request', (request) => request.url().includes('scheduled.edit') && changes.push(request.url()))

  await row.getByRole('button', { name: 'Edit' }).click()
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(editor(anna)).toHaveCount(0)
  await row.getByRole('button', { name: 'Reschedule' }).click()
  await anna.getByRole('dialog', { name: 'Reschedule message' }).getByRole('button', { name: 'Reschedule' }).click()
  await expect(anna.getByRole('dialog')).toHaveCount(0)

  await row.getByRole('button', { name: 'History' }).click()
  await expect(anna.getByRole('list', { name: 'History' }).getByRole('listitem')).toHaveCount(1)
  expect(changes).toEqual([])
})

test('a tab that dies while editing leaves the message armed with its old text (K30)', async ({ enter }) => {
  const room = await makeRoom('crash', [])
  const at = secondsAhead(25)
  await scheduleAs('anna', room, 'The armed text', at)
  const anna = await enter('anna', 'scheduled')
  await edit(anna, room, 'Never saved')
  await anna.close({ runBeforeUnload: false })

  const reader = await enter('anna', room)
  await expect(bubble(reader, room, 'The armed text')).toHaveCount(1, { timeout: 35_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(at * 1000)
  expect(await timesOnServer(room, 'Never saved')).toBe(0)
})

test('two tabs edit one message: the second is told, keeps what was typed, and decides', async ({ enter }) => {
  const room = await makeRoom('conflict', [])
  await scheduleAs('anna', room, 'Base', tomorrow())
  const first = await enter('anna', 'scheduled')
  const second = await openPlace(first.context(), 'scheduled')
  await edit(second, room, 'Typed in the second tab')
  await edit(first, room, 'Saved in the first tab')
  await rowOf(first, room).getByRole('button', { name: 'Save' }).click()
  await expect(editor(first)).toHaveCount(0)

  const conflict = rowOf(second, room).getByRole('alert')
  await expect(conflict).toContainText('It was changed somewhere else while you were editing.')
  await expect(conflict).toContainText('Saved in the first tab')
  await expect(editor(second)).toHaveValue('Typed in the second tab')
  await conflict.getByRole('button', { name: 'Save mine instead' }).click()
  await expect(rowOf(second, room)).toContainText('Typed in the second tab')
  await expect(rowOf(first, room)).toContainText('Typed in the second tab')
})

test('what goes out while it is being edited is told as sent, and the edit becomes a new message if wanted', async ({
  enter,
}) => {
  const room = await makeRoom('toolate', [])
  const at = secondsAhead(25)
  await scheduleAs('anna', room, 'Out it goes', at)
  const anna = await enter('anna', 'scheduled')
  await edit(anna, room, 'Typed too late')
  const conflict = rowOf(anna, room).getByRole('alert')
  await expect(conflict).toContainText('It has already been sent', { timeout: 35_000 })
  await expect(editor(anna)).toHaveValue('Typed too late')
  await conflict.getByRole('button', { name: 'Schedule mine as a new message' }).click()
  const dialog = anna.getByRole('dialog', { name: 'Schedule as a new message' })
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Typed too late')
  const next = secondsAhead(3_600)
  await fillTime(dialog, wallIn(zone, next))
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(rowOf(anna, room)).toHaveAccessibleName(new RegExp(`${secondIn(zone, next)} CES?T$`))
  await expect(rowOf(anna, room)).toContainText('Typed too late')
  expect(await timesOnServer(room, 'Out it goes')).toBe(1)
})

const rowOf = (page: Page, room: Room) => page.getByRole('article', { name: `Message to ${room.title},` })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the scheduled message' })

async function edit(page: Page, room: Room, text: string): Promise<void> {
  await rowOf(page, room).getByRole('button', { name: 'Edit' }).click()
  await editor(page).fill(text)
}
