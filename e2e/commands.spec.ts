import type { Page } from '@playwright/test'
import { promiseIn, secondIn } from './support/clock.ts'
import { makeRoom, timesOnServer } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { spokenWithin } from './support/look.ts'
import { field, notifications } from './support/room.ts'

const zone = 'Europe/Berlin'
const panel = (page: Page) => page.getByRole('region', { name: 'What this command does' })
const when = (page: Page) => panel(page).getByRole('group', { name: 'When it will be sent' })

test('/schedule shows what it will do as it is typed; Enter does exactly that, and undo gives the text back', async ({
  enter,
}) => {
  const room = await makeRoom('slash', [])
  const anna = await enter('anna', room)
  await field(anna, room).fill('/schedule')
  await expect(panel(anna)).toContainText('Write when, then what')
  await field(anna, room).press('Enter')
  await field(anna, room).fill('/schedule in 3 days 9:10 Good morning, all')
  await expect(panel(anna).getByText('Good morning, all')).toBeVisible()
  await expect(when(anna)).toContainText('9:10:00 AM')
  expect(await spokenWithin(anna, 3_200)).toEqual([])
  await field(anna, room).press('Enter')
  await expect(notifications(anna)).toContainText(`Message to ${room.title} scheduled for`)
  await expect(notifications(anna)).toContainText('at 9:10:00 AM')
  await expect(field(anna, room)).toHaveValue('')
  await expect(panel(anna)).toHaveCount(0)
  await notifications(anna).getByRole('button', { name: 'Undo' }).click()
  await expect(field(anna, room)).toHaveValue('Good morning, all')
  expect(await timesOnServer(room, '/schedule')).toBe(0)
})

test('a command that is not understood is never sent as a message, however often Enter is pressed', async ({
  enter,
}) => {
  const room = await makeRoom('slashbad', [])
  const anna = await enter('anna', room)
  await field(anna, room).fill('/schedule some day maybe')
  await field(anna, room).press('Enter')
  await field(anna, room).press('Enter')
  await expect(panel(anna)).toContainText('was not understood')
  await expect(field(anna, room)).toHaveValue('/schedule some day maybe')
  expect(await timesOnServer(room, '/schedule some day maybe')).toBe(0)
})

test('/remind schedules a direct message to oneself or to somebody by name', async ({ enter }) => {
  const room = await makeRoom('remind', ['kenji'])
  const anna = await enter('anna', room)
  const at = Math.ceil(Date.now() / 60_000) * 60 + 4 * 3_600
  await field(anna, room).fill('/remind me in 4 hours Call the printer')
  await expect(when(anna)).toContainText('to you')
  await field(anna, room).press('Enter')
  await expect(notifications(anna)).toContainText('Reminder for you scheduled for')
  await field(anna, room).fill('/remind @kenji in 2 days 16:30 Send the plan')
  await expect(when(anna)).toContainText('to Kenji Sato')
  await expect(when(anna)).toContainText('4:30:00 PM')
  await panel(anna).getByRole('button', { name: 'Schedule reminder' }).click()
  await expect(notifications(anna)).toContainText('Reminder for Kenji Sato scheduled for')

  await anna
    .getByRole('link', { name: /^Drafts & scheduled/ })
    .first()
    .click()
  await expect(
    anna.getByRole('article', { name: 'Message to Kenji Sato,' }).filter({ hasText: 'Send the plan' }),
  ).toBeVisible()
  const mine = anna
    .getByRole('article', { name: /^Message to Anna Weber \(you\),/ })
    .filter({ hasText: 'Call the printer' })
  await expect(mine).toBeVisible()
  expect(secondIn(zone, at)).toMatch(/:00 [AP]M$/)
  await expect(mine).toHaveAccessibleName(new RegExp(promiseIn(zone, at).slice(0, 11)))
})
