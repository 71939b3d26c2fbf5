import type { Page } from '@playwright/test'
import { promiseIn, secondsAhead } from './support/clock.ts'
import { makeRoom, scheduleAs, timesOnServer, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, chooseTime, field, fillTime, notifications } from './support/room.ts'
import { tomorrowAt } from './support/clock.ts'

const zone = 'Europe/Berlin'
const rowOf = (page: Page, room: Room) => page.getByRole('article', { name: `Message to ${room.title},` })
const draftOf = (page: Page, room: Room) => page.getByRole('article', { name: `Draft to ${room.title}, remembers` })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the scheduled message' })
const lastMinute = (page: Page) => page.getByRole('alert', { name: 'Last minute' })

test('in the last minute an edit is held: nothing is sent, and text and time are a draft on every device, armed again with one press', async ({
  enter,
}) => {
  test.slow() // it waits for the second at which nothing may come
  const room = await makeRoom('hold', [])
  const at = secondsAhead(45)
  await scheduleAs('anna', room, 'As it was saved', at)
  const anna = await enter('anna', 'scheduled')
  await rowOf(anna, room).getByRole('button', { name: 'Edit' }).click()
  await editor(anna).fill('What I am typing')
  await expect(rowOf(anna, room)).toContainText(/Editing – still due in 0:\d\d/)
  await lastMinute(anna).getByRole('button', { name: 'Hold: keep it as a draft' }).click()
  await expect(notifications(anna)).toContainText('held back')
  await expect(rowOf(anna, room)).toHaveCount(0)

  const other = await enter('anna', 'scheduled')
  await other.getByRole('tab', { name: /^Drafts/ }).click()
  await expect(draftOf(other, room)).toContainText('What I am typing')
  await expect(draftOf(other, room)).toHaveAccessibleName(new RegExp(promiseIn(zone, at).replaceAll('+', '\\+')))
  await draftOf(other, room).getByRole('button', { name: 'Edit text and time' }).click()
  const dialog = other.getByRole('dialog', { name: 'Edit draft' })
  await fillTime(dialog, tomorrowAt('9:20', zone))
  await dialog.getByRole('button', { name: 'Keep as draft' }).click()
  await expect(draftOf(other, room)).toHaveAccessibleName(/at 9:20:00 AM/)
  await draftOf(other, room).getByRole('button', { name: 'Schedule for then' }).click()
  await expect(draftOf(other, room)).toHaveCount(0)
  await expect(rowOf(anna, room)).toContainText('What I am typing')
  await expect.poll(() => Date.now(), { timeout: 60_000 }).toBeGreaterThan(at * 1000)
  expect(await timesOnServer(room, 'As it was saved')).toBe(0)
})

test('let go, it goes out as it was saved, and what was typed is still there', async ({ enter }) => {
  const room = await makeRoom('letgo', [])
  const at = secondsAhead(30)
  await scheduleAs('anna', room, 'Saved words', at)
  const anna = await enter('anna', 'scheduled')
  await rowOf(anna, room).getByRole('button', { name: 'Edit' }).click()
  await editor(anna).fill('Typed words')
  await lastMinute(anna).getByRole('button', { name: 'Let go: send as saved' }).click()
  await expect(anna.getByText('It goes out as it was last saved')).toBeVisible()
  await expect(rowOf(anna, room).getByRole('alert')).toContainText('It has already been sent', { timeout: 40_000 })
  await expect(editor(anna)).toHaveValue('Typed words')
  expect(await timesOnServer(room, 'Saved words')).toBe(1)
  expect(await timesOnServer(room, 'Typed words')).toBe(0)
})

test('a time can be kept without arming anything: the field is empty, the draft says so, and nothing is scheduled', async ({
  enter,
}) => {
  const room = await makeRoom('keep', [])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'Not yet')
  await fillTime(dialog, tomorrowAt('9:25', zone))
  await dialog.getByRole('button', { name: 'Keep as draft' }).click()
  await expect(notifications(anna)).toContainText('It is not scheduled yet.')
  await expect(field(anna, room)).toHaveValue('')
  await expect(bubble(anna, room, 'Not yet')).toHaveCount(0)
  await notifications(anna).getByRole('button', { name: 'View' }).click()
  await expect(draftOf(anna, room)).toContainText('Not scheduled: nobody sends it until you schedule it.')
  await anna.getByRole('tab', { name: /^Scheduled/ }).click()
  await expect(rowOf(anna, room)).toHaveCount(0)
  await anna.getByRole('tab', { name: /^Drafts/ }).click()
  await draftOf(anna, room).getByRole('button', { name: 'Delete draft' }).click()
  await anna
    .getByRole('alertdialog', { name: 'Delete this draft?' })
    .getByRole('button', { name: 'Delete draft' })
    .click()
  await expect(draftOf(anna, room)).toHaveCount(0)
})
