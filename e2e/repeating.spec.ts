import type { Locator, Page } from '@playwright/test'
import { tomorrowAt } from './support/clock.ts'
import { callApi, makeRoom, type Room } from './support/demo.ts'
import { expect, openPlace, test } from './support/journey.ts'
import { looked } from './support/look.ts'
import { chooseTime, fillTime, notifications } from './support/room.ts'

const ZONE = 'Europe/Berlin'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a message repeats from the dialog on: previewed, listed in every tab, skipped, paused, changed, ended', async ({
  enter,
}, info) => {
  test.slow()
  const room = await makeRoom('ritual', ['kenji'])
  const anna = await enter('anna', room)
  const dialog = await repeat(anna, room, 'Stand-up in five minutes', 'daily')
  const preview = dialog.getByRole('group', { name: /^Every day at 9:05 AM/ })
  await expect(preview.getByRole('list', { name: 'Next dates' }).getByRole('listitem')).toHaveCount(5)
  await expect(preview.getByRole('listitem').first()).toContainText('at 9:05 AM')
  await dialog.getByRole('checkbox', { name: `Belongs to ${room.title}` }).check()
  await dialog.getByRole('combobox', { name: 'Ends' }).selectOption('count')
  await dialog.getByRole('textbox', { name: 'Times' }).fill('3')
  await expect(dialog.getByRole('group', { name: 'Every day at 9:05 AM, 3 times' }).getByRole('listitem')).toHaveCount(
    3,
  )
  await dialog.getByRole('combobox', { name: 'Ends' }).selectOption('never')
  await expect(dialog.getByRole('group', { name: 'Every day at 9:05 AM' }).getByRole('listitem')).toHaveCount(5)
  await expect(dialog.getByRole('button', { name: 'Keep as draft' })).toHaveCount(0)
  await dialog.getByRole('button', { name: /^Conditions/ }).click()
  await dialog.getByRole('checkbox', { name: 'Only if nobody has replied' }).check()
  await expect(dialog).toContainText('since the time of the one before')
  await dialog.getByRole('combobox', { name: 'Not later than' }).selectOption({ label: 'At most 15 min late' })
  await expect(dialog).toContainText(/The first one: not after 9:20:00 AM CES?T/)
  await looked(anna, info.outputPath('dialog.png'))
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(notifications(anna)).toContainText(`Message to ${room.title} repeats: Every day at 9:05 AM`)

  await notifications(anna).getByRole('button', { name: 'View' }).click()
  const card = cardOf(anna, room)
  await expect(card).toContainText('belongs to the channel')
  const conditions = card.getByRole('list', { name: 'Conditions' })
  await expect(conditions.getByRole('listitem')).toHaveText(['At most 15 min late', 'Only if nobody has replied'])
  const dates = card.getByRole('list', { name: 'Next dates' }).getByRole('listitem')
  await expect(dates).toHaveCount(5)
  const second = await openPlace(anna.context(), 'scheduled')
  await expect(second.getByRole('article', { name: `Message to ${room.title},` }).first()).toContainText('Repeats')
  await second
    .getByRole('article', { name: `Message to ${room.title},` })
    .first()
    .getByRole('link', { name: 'Repeats' })
    .click()
  await expect(cardOf(second, room)).toBeFocused()
  const [first, next] = [await dates.nth(0).textContent(), await dates.nth(1).textContent()]

  await card.getByRole('button', { name: 'Skip next' }).click()
  await expect(dates.first()).toHaveText(next!)
  await expect(cardOf(second, room)).not.toContainText(first!.slice(0, 'Tue, Dec 1'.length))
  await notifications(anna).getByRole('button', { name: 'Undo' }).click()
  await expect(dates.first()).toHaveText(first!)
  await card.getByRole('button', { name: 'Skip next' }).click()
  await expect(dates.first()).toHaveText(next!)
  await card.getByRole('button', { name: 'Pause' }).click()
  await expect(card).toContainText('Paused: nothing of it is waiting.')
  await expect(cardOf(second, room)).toContainText('Paused')
  await notifications(anna).getByRole('button', { name: 'Dismiss' }).last().click()
  await anna.getByRole('tab', { name: /^Scheduled/ }).click()
  await expect(anna.getByRole('article', { name: `Message to ${room.title},` })).toHaveCount(0)
  await anna.getByRole('tab', { name: /^Repeating/ }).click()
  await card.getByRole('button', { name: 'Edit all following' }).click()
  await expect(anna.getByRole('group', { name: 'When it will be sent' })).toContainText('9:05:00 AM')
  await anna.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Resume' }).click()
  await expect(dates.first()).toHaveText(next!)

  await card.getByRole('button', { name: 'Edit all following' }).click()
  const edit = anna.getByRole('dialog', { name: 'Edit all following' })
  await expect(edit.getByRole('combobox', { name: 'Repeat' })).toHaveValue('keep')
  await edit.getByRole('textbox', { name: 'Text' }).fill('Stand-up, at the door')
  await edit.getByRole('combobox', { name: 'Repeat' }).selectOption('custom')
  await edit.getByRole('textbox', { name: 'Every' }).fill('3')
  await edit.getByRole('combobox', { name: 'Unit' }).selectOption('DAILY')
  await expect(edit.getByRole('group', { name: 'Every 3 days at 9:05 AM' })).toBeVisible()
  await expect(edit.getByRole('button', { name: 'Conditions 2 set' })).toHaveAttribute('aria-expanded', 'true')
  await edit.getByRole('checkbox', { name: 'Only if nobody has replied' }).uncheck()
  await edit.getByRole('checkbox', { name: 'Skip if I am away' }).check()
  await looked(anna, info.outputPath('edit.png'))
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(card).toHaveAccessibleName(`Repeating message to ${room.title}: Every 3 days at 9:05 AM`)
  await expect(cardOf(second, room)).toContainText('Stand-up, at the door')
  await expect(conditions.getByRole('listitem')).toHaveText(['At most 15 min late', 'Skipped if away'])
  await looked(anna, info.outputPath('list.png'))

  const kenji = await enter('kenji', 'scheduled')
  await kenji.getByRole('tab', { name: /^Repeating/ }).click()
  await expect(cardOf(kenji, room)).toContainText('sent as Anna Weber')
  await cardOf(kenji, room).getByRole('button', { name: 'Pause' }).click()
  await expect(card).toContainText('Paused')

  await card.getByRole('button', { name: 'History' }).click()
  const history = anna.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem')).toContainText([
    ...['Set up', 'One skipped', 'Paused', 'Resumed', 'All following changed', 'Paused'],
  ])
  await looked(anna, info.outputPath('history.png'))
  await anna.keyboard.press('Escape')
  await card.getByRole('button', { name: 'End', exact: true }).click()
  await anna.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
  await expect(anna.getByRole('region', { name: 'Ended' }).getByRole('article', { name: cardName(room) })).toBeVisible()
})

test('changed from a later one on, as calendars do: those before stay, and what follows repeats by itself', async ({
  enter,
}, info) => {
  const room = await makeRoom('later', [])
  await callApi('anna', 'chat.scheduleMessage', {
    ...{ channel: room.id, text: 'Stand-up', wall_clock: wallText(tomorrowAt('09:05:00', ZONE)), time_zone: ZONE },
    recurrence: { rule: 'FREQ=DAILY;COUNT=7' },
  })
  const anna = await enter('anna', 'scheduled')
  const rows = anna.getByRole('article', { name: `Message to ${room.title},` })
  await expect(rows).toHaveCount(7)
  const third = await rows.nth(2).getAttribute('data-row')
  await rows.nth(2).getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  await rows.nth(2).getByRole('textbox', { name: 'Text of the scheduled message' }).fill('Stand-up, outside')
  await rows
    .nth(2)
    .locator('[data-attach]')
    .setInputFiles({ name: 'place.txt', mimeType: 'text/plain', buffer: Buffer.from('by the harbour') })
  await expect(rows.nth(2).getByRole('button', { name: 'Remove place.txt' })).toBeVisible()
  await expect(rows.nth(2)).toContainText('It repeats: this changes only this message.')
  await looked(anna, info.outputPath('editor.png'))
  await rows.nth(2).getByRole('button', { name: 'This and all following…' }).press('Enter')
  const dialog = anna.getByRole('dialog', { name: 'Edit this and all following' })
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Stand-up, outside')
  await expect(dialog.getByRole('button', { name: 'Remove place.txt' })).toBeVisible()
  await expect(dialog).toContainText('those before stay as they are')
  // Of seven there are five left.
  const preview = dialog.getByRole('group', { name: 'Every day at 9:05 AM, 5 times' })
  await expect(preview.getByRole('listitem')).toHaveCount(5)
  await looked(anna, info.outputPath('dialog.png'))
  await anna.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(dialog).toBeHidden()
  await expect(notifications(anna)).toContainText(/Changed from \w{3}, \w{3} \d+.* on\./)
  await expect(anna.locator(`[data-row="${third}"]`)).toHaveCount(0)
  await expect(rows).toHaveCount(7)
  await expect(rows.filter({ hasText: 'Stand-up, outside' })).toHaveCount(5)
  await expect(rows.nth(2)).toContainText('Stand-up, outside')
  await expect(rows.nth(2)).toContainText('place.txt')
  await expect(rows.nth(1)).not.toContainText('place.txt')

  await anna.getByRole('tab', { name: /^Repeating/ }).click()
  const cards = cardOf(anna, room)
  await expect(cards).toHaveCount(2)
  const [before, after] = [cards.filter({ hasNotText: 'outside' }), cards.filter({ hasText: 'outside' })]
  await expect(before).toHaveAccessibleName(/Every day at 9:05 AM, 2 times/)
  await expect(after).toHaveAccessibleName(/Every day at 9:05 AM, 5 times/)
  await before.getByRole('button', { name: 'History' }).click()
  const history = anna.getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem').last()).toContainText('Changed from a later one on')
  await expect(history.getByRole('listitem').last()).toContainText('as another repeating message')
  await looked(anna, info.outputPath('history.png'))
  await anna.keyboard.press('Escape')

  // In the week, too: of seven days in a row one is in the next.
  await anna.getByRole('tab', { name: /^Scheduled/ }).click()
  await anna.getByRole('button', { name: 'Week', exact: true }).click()
  await anna.getByRole('button', { name: 'Next week' }).click()
  await anna
    .getByRole('button', { name: new RegExp(`Message to ${room.title},`) })
    .first()
    .click()
  const one = anna.getByRole('dialog', { name: 'Scheduled message' })
  await one.getByRole('button', { name: 'Edit', exact: true }).click()
  await looked(anna, info.outputPath('week.png'))
  const beyond = await anna.evaluate(
    () => document.documentElement.scrollHeight - document.documentElement.clientHeight,
  )
  expect(beyond, 'parts of the page scroll, never the page').toBe(0)
  await one.getByRole('button', { name: 'This and all following…' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue(/^Stand-up/)
  await anna.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await anna.getByRole('tab', { name: /^Repeating/ }).click()
  for (const card of [before, after]) {
    await card.getByRole('button', { name: 'End', exact: true }).click()
    await anna.getByRole('alertdialog').getByRole('button', { name: 'End it' }).click()
    await expect(anna.getByRole('alertdialog')).toHaveCount(0)
  }
})

test('set up by keyboard alone on a monthly choice, and taken back with its text', async ({ enter }) => {
  const room = await makeRoom('keys', [])
  const anna = await enter('anna', room)
  await anna.getByRole('textbox', { name: `Message ${room.title}` }).fill('Rent')
  await anna.keyboard.press('ControlOrMeta+Shift+Enter')
  const dialog = anna.getByRole('dialog', { name: 'Schedule message' })
  await fillTime(dialog, tomorrowAt('9:05', ZONE))
  const choice = dialog.getByRole('combobox', { name: 'Repeat' })
  for (let presses = 0; presses < 20 && !(await isFocused(choice)); presses++) await anna.keyboard.press('Tab')
  await expect(choice).toBeFocused()
  await anna.keyboard.type('Monthly on the')
  await expect(choice).toHaveValue(/^month-/)
  await expect(dialog.getByRole('list', { name: 'Next dates' }).getByRole('listitem')).toHaveCount(5)
  await anna.keyboard.press('ControlOrMeta+Shift+Enter')
  await expect(notifications(anna)).toContainText('repeats: Every')
  await notifications(anna).getByRole('button', { name: 'Undo' }).click()
  await expect(anna.getByRole('textbox', { name: `Message ${room.title}` })).toHaveValue('Rent')
})

test('its author is taken out of the channel: it stands still, and an administrator hands it over', async ({
  enter,
}, info) => {
  const room = await makeRoom('heir', ['kenji', 'diego'])
  await callApi('kenji', 'chat.scheduleMessage', {
    ...{
      channel: room.id,
      text: 'Kenji’s own words',
      wall_clock: wallText(tomorrowAt('09:05:00', ZONE)),
      time_zone: ZONE,
    },
    recurrence: { rule: 'FREQ=DAILY' },
  })
  const kenji = await enter('kenji', 'scheduled')
  await expect(kenji.getByRole('article', { name: `Message to ${room.title},` }).first()).toBeVisible()
  const anna = await enter('anna', room, { colorScheme: 'dark' })
  await anna.getByRole('button', { name: `Members of ${room.title}: 3` }).click()
  await anna
    .getByRole('dialog')
    .getByRole('button', { name: `Remove Kenji Sato from ${room.title}` })
    .click()
  await expect(anna.getByRole('button', { name: `Remove Kenji Sato from ${room.title}` })).toHaveCount(0)
  await anna.keyboard.press('Escape')

  const banner = anna.getByRole('alert', { name: 'Repeating messages' })
  await expect(banner).toContainText('stands still because its author is gone', { timeout: 20_000 })
  await expect(kenji.getByRole('alert', { name: 'Repeating messages' })).toContainText('stands still')
  await banner.getByRole('link', { name: 'See what to do' }).click()
  const needed = anna.getByRole('region', { name: 'Somebody is needed' }).getByRole('article', { name: cardName(room) })
  await expect(needed).toContainText('Kenji Sato is no longer in the channel')
  await expect(needed).not.toContainText('own words')
  await looked(anna, info.outputPath('needed.png'))
  await needed.getByRole('button', { name: 'Hand over' }).click()
  const dialog = anna.getByRole('dialog', { name: 'Hand over' })
  await dialog.getByRole('combobox', { name: 'To' }).selectOption({ label: 'Diego Alvarez' })
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await expect(notifications(anna)).toContainText('Handed over to Diego Alvarez.')
  await expect(needed).toHaveCount(0)

  const diego = await enter('diego', 'scheduled')
  await expect(diego.getByRole('alert', { name: 'Repeating messages' })).toContainText('is yours now')
  await diego.getByRole('tab', { name: /^Repeating/ }).click()
  await expect(cardOf(diego, room)).toContainText('Kenji’s own words')
  await expect(cardOf(diego, room).getByRole('list', { name: 'Next dates' }).getByRole('listitem')).toHaveCount(5)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a phone, ${colorScheme}: nothing is cut off, no serious fault of access`, async ({ enter }, info) => {
    const room = await makeRoom('phone', [])
    const anna = await enter('anna', room, { ...PHONE, colorScheme })
    const dialog = await repeat(anna, room, 'مرحبا، the weekly review begins: bring your notes', 'custom')
    await dialog.getByText('Fri', { exact: true }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Friday' })).toBeChecked()
    await expect(dialog.getByRole('group', { name: /^Every 2 weeks on/ }).getByRole('listitem')).toHaveCount(5)
    await looked(anna, info.outputPath(`${colorScheme}-phone-dialog.png`))
    await dialog.getByRole('group', { name: /^Every 2 weeks on/ }).scrollIntoViewIfNeeded()
    await looked(anna, info.outputPath(`${colorScheme}-phone-preview.png`))
    await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
    await notifications(anna).getByRole('button', { name: 'View' }).click()
    await expect(cardOf(anna, room)).toBeVisible()
    await looked(anna, info.outputPath(`${colorScheme}-phone-list.png`))

    await anna.getByRole('tab', { name: /^Scheduled/ }).click()
    const row = anna.getByRole('article', { name: `Message to ${room.title},` }).nth(1)
    await row.getByRole('button', { name: 'Edit', exact: true }).click()
    await looked(anna, info.outputPath(`${colorScheme}-phone-editor.png`))
    await row.getByRole('button', { name: 'This and all following…' }).click()
    await expect(anna.getByRole('dialog', { name: 'Edit this and all following' })).toBeVisible()
    await looked(anna, info.outputPath(`${colorScheme}-phone-following.png`))
  })
}

const wallText = ({ date, time }: { date: string; time: string }): string => `${date}T${time}`
const cardName = (room: Room) => new RegExp(`^Repeating message to ${room.title}:`)
const cardOf = (page: Page, room: Room): Locator => page.getByRole('article', { name: cardName(room) })

async function repeat(page: Page, room: Room, text: string, how: string): Promise<Locator> {
  const dialog = await chooseTime(page, room, text)
  await fillTime(dialog, tomorrowAt('9:05', ZONE))
  await dialog.getByRole('combobox', { name: 'Repeat' }).selectOption(how)
  return dialog
}

const isFocused = (field: Locator) => field.evaluate((element) => element === document.activeElement)
