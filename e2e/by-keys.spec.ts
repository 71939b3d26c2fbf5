import type { Locator, Page } from '@playwright/test'
import { promiseIn, tomorrowAt } from './support/clock.ts'
import { makeRoom, person } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { field, notifications } from './support/room.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { parseZone } from '#server/domain/time/zone.ts'

const DAY_MS = 86_400_000

test('from the first key to the last without a mouse: picker, calendar, list, many at once, week', async ({
  enter,
}) => {
  test.slow()
  const room = await makeRoom('allkeys', ['kenji'])
  const zone = parseZone(person('kenji').zone)
  const day = (days: number) =>
    new Date(Date.parse(`${tomorrowAt('0:00', zone).date}T00:00Z`) + (days - 1) * DAY_MS).toISOString().slice(0, 10)
  const at = (days: number, clock: string) => resolveSendAt(`${day(days)}T${clock}`, zone).sendAt
  const page = await enter('kenji', room, { viewport: { width: 1280, height: 900 } })
  const { keyboard } = page

  await expect(field(page, room)).toBeFocused()
  await keyboard.type('Carried by keys alone')
  await keyboard.press('ControlOrMeta+Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule message' })
  await expect(dialog.getByLabel('Say when')).toBeFocused()
  await keyboard.type('tomorrow 9:15')
  const preview = dialog.getByRole('group', { name: 'When it will be sent' })
  await expect(preview).toContainText('at 9:15:00 AM')
  await tabTo(page, dialog.locator('td[data-selected] button'))
  await keyboard.press('ArrowRight')
  await keyboard.press('Space')
  await expect(dialog.locator(`td[data-day="${day(2)}"]`)).toHaveAttribute('aria-selected', 'true')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Time' }))
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('10:30')
  await expect(preview).toContainText('at 10:30:00 AM')
  await keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(dialog).toBeHidden()
  await expect(notifications(page)).toContainText(promiseIn(zone, at(2, '10:30')))
  await expect(field(page, room)).toBeFocused()

  await tabTo(
    page,
    page.getByRole('status', { name: 'Scheduled here' }).getByRole('link', { name: 'See all' }),
    'Shift+Tab',
  )
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Drafts & scheduled' })).toBeVisible()
  const row = page.getByRole('article', { name: `Message to ${room.title},` })
  await expect(row).toBeVisible()
  await tabTo(page, page.getByRole('searchbox'), 'Tab', 90)
  await keyboard.type(room.name)
  await expect(page.getByText('1 message found.')).toBeVisible()
  await keyboard.press('Tab')
  await tabTo(page, page.getByRole('checkbox', { name: /^Choose the message/ }))
  await keyboard.press('Space')
  const bar = page.getByRole('toolbar', { name: 'Chosen messages' })
  await expect(bar).toContainText('1 message chosen')
  await tabTo(page, bar.getByRole('button', { name: 'Shift…' }), 'Shift+Tab')
  await keyboard.press('Enter')
  const shift = page.getByRole('dialog', { name: 'Shift by the clock' })
  await tabTo(page, shift.getByLabel('Unit'))
  await keyboard.type('days')
  await tabTo(page, shift.getByRole('button', { name: 'Shift 1 message' }))
  await keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'What was done' })).toContainText('1 message rescheduled.')
  await expect(page.getByRole('region', { name: 'What was done' })).toBeFocused()
  await expect(row).toHaveAccessibleName(`Message to ${room.title}, ${promiseIn(zone, at(3, '10:30'))}`)

  await tabTo(page, page.getByRole('button', { name: 'Week', exact: true }), 'Shift+Tab', 60)
  await keyboard.press('Enter')
  const item = (second: number) =>
    page.getByRole('button', { name: `Message to ${room.title}, ${promiseIn(zone, second)}` })
  await expect(page.getByRole('list', { name: 'Scheduled in this week' })).toBeVisible()
  // Late in the week the day after the day after tomorrow is in the next one.
  if ((await item(at(3, '10:30')).count()) === 0) {
    await tabTo(page, page.getByRole('button', { name: 'Next week' }))
    await keyboard.press('Enter')
  }
  await tabTo(page, item(at(3, '10:30')))
  await keyboard.press('m')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await expect(notifications(page)).toContainText(promiseIn(zone, at(3, '10:45')))
  await expect(item(at(3, '10:45'))).toBeFocused()
  await keyboard.press('Delete')
  await expect(notifications(page)).toContainText('canceled.')
})

/** Presses the key until the focus is there, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator, key = 'Tab', most = 30): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}
