import { tomorrowAt } from './support/clock.ts'
import { makeRoom, scheduleAs, timesOnServer } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, fillTime, notifications } from './support/room.ts'

const zone = 'Europe/Berlin'

test('from the banner a message is edited, moved, canceled, restored and sent without leaving the conversation', async ({
  enter,
}) => {
  const room = await makeRoom('banner', [])
  const other = await makeRoom('elsewhere', [])
  const tomorrow = Math.floor(Date.now() / 1000) + 86_400
  await scheduleAs('anna', other, 'Not of this room', tomorrow)
  await scheduleAs('anna', room, 'A first wording', tomorrow)
  const anna = await enter('anna', room)
  const banner = anna.getByRole('status', { name: 'Scheduled here' })
  await expect(banner).toContainText('1 message scheduled in this channel for')
  await banner.getByRole('button', { name: 'Change' }).click()
  const drawer = anna.getByRole('dialog', { name: 'Scheduled here' })
  const row = drawer.getByRole('article', { name: `Message to ${room.title},` })
  await expect(row).toBeVisible()
  await expect(drawer.getByRole('article')).toHaveCount(1)

  await row.getByRole('button', { name: 'Edit' }).click()
  const editor = drawer.getByRole('textbox', { name: 'Text of the scheduled message' })
  await editor.fill('A better wording')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  await expect(row).toContainText('A better wording')

  await row.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = anna.getByRole('dialog', { name: 'Reschedule message' })
  await fillTime(dialog, tomorrowAt('14:30:15', zone))
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await expect(dialog).toBeHidden()
  await expect(row).toHaveAccessibleName(/ at 2:30:15 PM CES?T$/)

  await row.getByRole('button', { name: 'Cancel message' }).click()
  await expect(banner).toHaveCount(0)
  // The one that tells of it: the toast of the new time may stand there still, with an undo of its own.
  const canceled = notifications(anna).getByText(`Message to ${room.title} canceled.`).locator('..')
  await canceled.getByRole('button', { name: 'Undo' }).click()
  await expect(notifications(anna)).toContainText('Scheduled again for the same time.')
  await anna.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(banner).toContainText(/at 2:30:15 PM CES?T/)

  await banner.getByRole('button', { name: 'Change' }).click()
  await row.getByRole('button', { name: 'Send now' }).click()
  await anna.getByRole('alertdialog').getByRole('button', { name: 'Send now' }).click()
  await expect(anna.getByRole('alertdialog')).toHaveCount(0)
  await anna.keyboard.press('Escape')
  await expect(bubble(anna, room, 'A better wording')).toHaveCount(1)
  await expect(banner).toHaveCount(0)
  expect(await timesOnServer(room, 'A first wording')).toBe(0)
})
