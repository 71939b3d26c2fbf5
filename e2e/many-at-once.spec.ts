import type { Page } from '@playwright/test'
import { promiseIn } from './support/clock.ts'
import { callApi, makeRoom, scheduleAs, type Room } from './support/demo.ts'
import { expect, openPlace, test } from './support/journey.ts'

const zone = 'Asia/Tokyo'
const inAnHour = () => Math.ceil(Date.now() / 60_000) * 60 + 3_600
const rows = (page: Page, room: Room) => page.getByRole('article', { name: `Message to ${room.title},` })
const report = (page: Page) => page.getByRole('region', { name: 'What was done' })

/** `Tue, Dec 1 at 9:00:00 AM GMT+9`: Tokyo has no short name in use. */
const promise = (at: number) => promiseIn(zone, at).replace(/ \S+$/, '')

async function onlyOf(page: Page, room: Room): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search in scheduled messages' }).fill(room.name)
}

test('chosen together, messages are shifted, told one by one, and put back one by one or all', async ({ enter }) => {
  const room = await makeRoom('many', ['kenji'])
  const start = inAnHour()
  for (let i = 0; i < 4; i++) await scheduleAs('kenji', room, `Number ${i}`, start + i * 600)
  const kenji = await enter('kenji', 'scheduled')
  const other = await openPlace(kenji.context(), 'scheduled')
  await onlyOf(kenji, room)
  await expect(rows(kenji, room)).toHaveCount(4)
  await expect(kenji.getByText('4 messages found.')).toBeVisible()

  const boxes = kenji.getByRole('checkbox', { name: `Choose the message to ${room.title}` })
  await boxes.nth(0).click()
  await boxes.nth(2).click({ modifiers: ['Shift'] })
  const bar = kenji.getByRole('toolbar', { name: 'Chosen messages' })
  await expect(bar).toContainText('3 messages chosen')
  await bar.getByRole('button', { name: 'Shift…' }).click()
  const dialog = kenji.getByRole('dialog', { name: 'Shift by the clock' })
  await dialog.getByLabel('How many').fill('2')
  await dialog.getByLabel('Unit').selectOption('days')
  await expect(dialog.getByRole('list', { name: 'What each will be' })).toContainText(promise(start + 2 * 86_400))
  // One of them is changed elsewhere meanwhile: it alone is refused.
  const { scheduled_messages: listed } = await callApi('kenji', 'chat.scheduledMessages.list', { channel: room.id })
  const second = (listed as { id: string; text: string }[]).find(({ text }) => text === 'Number 1')
  await callApi('kenji', 'chat.deleteScheduledMessage', { channel: room.id, scheduled_message_id: second?.id })
  await expect(rows(other, room).filter({ hasText: 'Number 1' })).toHaveCount(0)
  await dialog.getByRole('button', { name: /^Shift \d/ }).click()
  await expect(report(kenji)).toContainText('2 messages rescheduled.')
  await expect(rows(kenji, room).filter({ hasText: 'Number 0' })).toHaveAccessibleName(
    new RegExp(escaped(promise(start + 2 * 86_400))),
  )

  const details = report(kenji).getByRole('list', { name: 'Of each message' })
  if (!(await details.isVisible())) await report(kenji).getByRole('button', { name: 'Details' }).click()
  await details.getByRole('listitem').filter({ hasText: 'Number 0' }).getByRole('button', { name: /^Undo/ }).click()
  await expect(rows(kenji, room).filter({ hasText: 'Number 0' })).toHaveAccessibleName(
    new RegExp(escaped(promise(start))),
  )
  await expect(rows(other, room).filter({ hasText: 'Number 0' })).toHaveAccessibleName(
    new RegExp(escaped(promise(start))),
  )
  await report(kenji).getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect(rows(kenji, room).filter({ hasText: 'Number 2' })).toHaveAccessibleName(
    new RegExp(escaped(promise(start + 1200))),
  )
})

test('by keyboard: X chooses, Shift with an arrow takes the next along, Escape lets go; a batch is canceled and comes back', async ({
  enter,
}) => {
  const room = await makeRoom('manykeys', ['kenji'])
  const start = inAnHour() + 7 * 86_400
  for (let i = 0; i < 3; i++) await scheduleAs('kenji', room, `Key ${i}`, start + i * 60)
  const kenji = await enter('kenji', 'scheduled')
  await onlyOf(kenji, room)
  await rows(kenji, room).first().focus()
  await kenji.keyboard.press('x')
  const bar = kenji.getByRole('toolbar', { name: 'Chosen messages' })
  await expect(bar).toContainText('1 message chosen')
  await kenji.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await rows(kenji, room).first().focus()
  await kenji.keyboard.press('Shift+ArrowDown')
  await kenji.keyboard.press('Shift+ArrowDown')
  await expect(bar).toContainText('3 messages chosen')
  await bar.getByRole('button', { name: 'Cancel messages' }).click()
  await kenji
    .getByRole('alertdialog', { name: 'Cancel 3 messages?' })
    .getByRole('button', { name: 'Cancel 3 messages' })
    .click()
  await expect(report(kenji)).toContainText('3 messages canceled.')
  await expect(rows(kenji, room)).toHaveCount(0)
  await report(kenji).getByRole('button', { name: 'Undo all' }).click()
  await expect(report(kenji)).toContainText('3 messages put back.')
  await expect(rows(kenji, room)).toHaveCount(3)
  await expect(rows(kenji, room).first()).toHaveAccessibleName(new RegExp(escaped(promise(start))))
})

test('moved to a date, each keeps its time of day; what is found is found by text, place, day and status', async ({
  enter,
}) => {
  const room = await makeRoom('manydate', ['kenji'])
  const start = inAnHour() + 86_400
  await scheduleAs('kenji', room, 'Café at noon', start)
  await scheduleAs('kenji', room, 'Something else', start + 86_400)
  const kenji = await enter('kenji', 'scheduled')
  await kenji.getByRole('searchbox').fill('cafe')
  await expect(rows(kenji, room)).toHaveCount(1)
  await kenji.getByRole('button', { name: 'Clear filters' }).click()
  await kenji.getByRole('button', { name: 'Filters' }).click()
  await kenji.getByLabel('Conversation').selectOption(room.title)
  await expect(rows(kenji, room)).toHaveCount(2)
  const day = (at: number) => new Date(at * 1000 + 9 * 3_600_000).toISOString().slice(0, 10)
  await kenji.getByLabel('From day', { exact: true }).fill(day(start + 86_400))
  await expect(rows(kenji, room)).toHaveCount(1)
  await kenji.getByLabel('From day', { exact: true }).fill('')
  await kenji
    .getByRole('checkbox', { name: `Choose the message to ${room.title}` })
    .first()
    .click()
  await kenji.getByRole('button', { name: 'Choose all 2' }).click()
  await kenji.getByRole('button', { name: 'Move to a date…' }).click()
  const dialog = kenji.getByRole('dialog', { name: 'Move to a date' })
  await dialog.getByLabel('Date', { exact: true }).fill(day(start + 5 * 86_400))
  await dialog.getByRole('button', { name: 'Move 2 messages' }).click()
  await expect(report(kenji)).toContainText('2 messages rescheduled.')
  for (const row of await rows(kenji, room).all())
    await expect(row).toHaveAccessibleName(new RegExp(escaped(promise(start + 5 * 86_400))))
  await kenji.getByLabel('Status').selectOption('Any status')
  await expect(rows(kenji, room)).toHaveCount(2)
})

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
