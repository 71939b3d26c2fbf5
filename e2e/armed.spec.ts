/** What happens to a scheduled message while somebody handles it: it stays armed until the server has said otherwise. */
import type { Page } from '@playwright/test'
import { promiseIn, secondsAhead, tomorrowAt, wallIn } from './support/clock.ts'
import { callApi, makeRoom, scheduleAs, timesOnServer, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { fillTime, notifications } from './support/room.ts'

const zone = 'Europe/Berlin'
const tomorrow = () => Math.floor(Date.now() / 1000) + 86_400
/** A change in one session is seen in the other within this time. */
const SEEN_WITHIN_MS = 2_000

test('Cancel pressed twice on a slow line cancels once; where it fails it says so and the row stays (K29)', async ({
  enter,
}) => {
  const room = await makeRoom('twice', [])
  await scheduleAs('anna', room, 'Slowly canceled', tomorrow())
  await scheduleAs('anna', room, 'Not canceled', tomorrow() + 60)
  const anna = await enter('anna', 'scheduled')
  let asked = 0
  await anna.route(/scheduled\.cancel/, async (route) => {
    asked += 1
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await route.continue()
  })
  const row = rowOf(anna, room, 'Slowly canceled')
  await row.getByRole('button', { name: 'Cancel message' }).dblclick()
  await expect(notifications(anna)).toContainText(`Message to ${room.title} canceled.`)
  await expect(row).toHaveCount(0)
  expect(asked).toBe(1)
  await expect(notifications(anna).getByText('canceled.')).toHaveCount(1)

  await anna.unroute(/scheduled\.cancel/)
  await anna.route(/scheduled\.cancel/, (route) => route.fulfill({ status: 500, body: 'broken' }))
  const other = rowOf(anna, room, 'Not canceled')
  await other.getByRole('button', { name: 'Cancel message' }).click()
  await expect(notifications(anna)).toContainText(/try again/)
  await expect(other).toBeVisible()
  await anna.unroute(/scheduled\.cancel/)
  await notifications(anna).getByRole('button', { name: 'Try again' }).click()
  await expect(other).toHaveCount(0)
  expect(await pendingTexts(room)).toEqual([])
})

test('opening an edit and leaving it by Escape changes nothing: still armed, the view where it was (K121)', async ({
  enter,
}) => {
  const room = await makeRoom('escape', [])
  const at = tomorrow() + 7_200
  for (let i = 0; i < 12; i++) await scheduleAs('anna', room, `Row ${i + 10}`, at + i)
  const anna = await enter('anna', 'scheduled')
  const row = rowOf(anna, room, 'Row 18')
  await row.getByRole('button', { name: 'Edit' }).scrollIntoViewIfNeeded()
  const before = await scrolled(anna)
  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(editor(anna)).toBeFocused()
  await anna.keyboard.press('Escape')
  await expect(editor(anna)).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Edit' })).toBeFocused()
  expect(Math.abs((await scrolled(anna)) - before)).toBeLessThan(8)
  await expect(row).toBeInViewport()
  expect(await pendingTexts(room)).toHaveLength(12)
})

test('moved in one session, the other shows the new time at once, and an editor open there says so (K120)', async ({
  enter,
}) => {
  const room = await makeRoom('sessions', [])
  await scheduleAs('anna', room, 'The agenda', tomorrow())
  const desk = await enter('anna', 'scheduled')
  const phone = await enter('anna', 'scheduled')
  await rowOf(phone, room).getByRole('button', { name: 'Edit' }).click()
  await editor(phone).fill('Typed on the phone')

  await rowOf(desk, room).getByRole('button', { name: 'Reschedule' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Reschedule message' })
  const wall = tomorrowAt('16:45:10', zone)
  await fillTime(dialog, wall)
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await expect(dialog).toBeHidden()
  const conflict = rowOf(phone, room).getByRole('alert')
  await expect(conflict).toContainText('It was changed somewhere else while you were editing.', {
    timeout: SEEN_WITHIN_MS,
  })
  await expect(conflict).toContainText('4:45:10 PM')
  await expect(rowOf(phone, room)).toHaveAccessibleName(/ at 4:45:10 PM CES?T$/)
  await expect(editor(phone)).toHaveValue('Typed on the phone')
})

test('moved in one session while the other is choosing a time there: the second is told, not overwritten (K120)', async ({
  enter,
}) => {
  const room = await makeRoom('both-move', [])
  await scheduleAs('anna', room, 'The agenda', tomorrow())
  const desk = await enter('anna', 'scheduled')
  const phone = await enter('anna', 'scheduled')
  await rowOf(phone, room).getByRole('button', { name: 'Reschedule' }).click()
  const open = phone.getByRole('dialog', { name: 'Reschedule message' })
  await expect(open).toBeVisible()

  const at = secondsAhead(50 * 3_600)
  await rowOf(desk, room).getByRole('button', { name: 'Reschedule' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Reschedule message' })
  await fillTime(dialog, wallIn(zone, at))
  await dialog.getByRole('button', { name: 'Reschedule' }).click()
  await expect(dialog).toBeHidden()
  await expect(open.getByRole('alert')).toContainText(promiseIn(zone, at), { timeout: SEEN_WITHIN_MS })
  await fillTime(open, tomorrowAt('11:00', zone))
  await open.getByRole('button', { name: 'Reschedule' }).click()
  await expect(open).toBeHidden()
  await expect(rowOf(desk, room)).toHaveAccessibleName(/ at 11:00:00 AM CES?T$/)
  expect(await timesOnServer(room, 'The agenda')).toBe(0)
})

const rowOf = (page: Page, room: Room, text = '') =>
  page.getByRole('article', { name: `Message to ${room.title},` }).filter({ hasText: text })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Text of the scheduled message' })
const scrolled = (page: Page): Promise<number> =>
  page.getByRole('tabpanel').evaluate((panel: HTMLElement) => panel.scrollTop)

async function pendingTexts(room: Room): Promise<string[]> {
  const { scheduled_messages } = await callApi('anna', 'chat.scheduledMessages.list', { channel: room.id, limit: 100 })
  return (scheduled_messages as { text: string }[]).map(({ text }) => text)
}
