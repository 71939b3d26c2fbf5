import type { Page } from '@playwright/test'
import { secondsAhead, wallIn } from './support/clock.ts'
import { invite, makeRoom, person, scheduleAs, timesOnServer } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { bubble, fillTime, sidebar } from './support/room.ts'

test('a message whose author was removed does not go out: told at once with reason and remedy, and mended later (K5)', async ({
  enter,
}) => {
  const room = await makeRoom('failing', ['kenji'], 'private')
  const { zone } = person('kenji')
  const text = 'Only for those inside'
  const anna = await enter('anna', room)
  const kenji = await enter('kenji', '')
  const at = secondsAhead(25)
  await scheduleAs('kenji', room, text, at)

  await anna.getByRole('button', { name: `Members of ${room.title}: 2` }).click()
  await anna
    .getByRole('dialog')
    .getByRole('button', { name: `Remove Kenji Sato from ${room.title}` })
    .click()
  await expect(anna.getByRole('button', { name: `Remove Kenji Sato from ${room.title}` })).toHaveCount(0)
  await anna.getByRole('button', { name: 'Close' }).click()

  const head = await headOf(kenji)
  const notice = kenji.getByRole('alert', { name: 'Messages that could not be sent' })
  await expect(notice).toContainText('You were no longer in the channel when it was due.', { timeout: 35_000 })
  await expect(notice).toHaveCount(1)
  expect(await headOf(kenji), 'what is told pushes no head of a page away').toEqual(head)
  await expect(notice.getByRole('link', { name: 'See what to do' })).toBeVisible()
  await expect(sidebar(kenji).getByRole('link', { name: /^Drafts & scheduled/ })).toHaveAccessibleName(
    /1 could not be sent/,
  )
  await expect(anna.getByText(text)).toHaveCount(0)
  expect(await timesOnServer(room, text)).toBe(0)

  await sidebar(kenji)
    .getByRole('link', { name: /^Drafts & scheduled/ })
    .click()
  const failed = kenji.getByRole('region', { name: 'Not sent' }).getByRole('article').first()
  await expect(kenji.getByRole('article').first()).toContainText(text)
  await expect(failed).toContainText('You were no longer in the channel when it was due.')
  await expect(failed).toContainText('Join the channel again, then reschedule')
  await expect(failed).toContainText(text)

  await invite(room, ['kenji'])
  await expect(sidebar(kenji).getByRole('link', { name: new RegExp(room.name) })).toBeVisible()
  await failed.getByRole('button', { name: 'Fix & reschedule' }).click()
  const dialog = kenji.getByRole('dialog', { name: 'Fix & reschedule' })
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(text)
  const again = secondsAhead(5)
  await fillTime(dialog, wallIn(zone, again))
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(bubble(anna, room, text)).toHaveCount(1, { timeout: 15_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(again * 1000)
  await expect(kenji.getByRole('region', { name: 'Not sent' })).toHaveCount(0)
  expect(await timesOnServer(room, text)).toBe(1)
})

const headOf = (page: Page) => page.getByRole('main').locator('> header').boundingBox()
