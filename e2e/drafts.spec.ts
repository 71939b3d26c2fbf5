import type { Page } from '@playwright/test'
import { tomorrowAt } from './support/clock.ts'
import { callApi, makeRoom, timesOnServer, workspacePath, type Room } from './support/demo.ts'
import { keptOf } from './support/device-store.ts'
import { expect, test } from './support/journey.ts'
import { bubble, chooseTime, field, fillTime, notifications, scheduleAhead, sidebar } from './support/room.ts'

test('drafts of every conversation stand in one list, with their count, and deleting one can be undone', async ({
  enter,
}) => {
  const [one, two] = [await makeRoom('draft-a', []), await makeRoom('draft-b', [])]
  const anna = await enter('anna', one)
  await field(anna, one).fill('Begun in the first room')
  await sidebar(anna)
    .getByRole('link', { name: new RegExp(two.name) })
    .click()
  await field(anna, two).fill('Begun in the second room')

  const entry = sidebar(anna).getByRole('link', { name: /^Drafts & scheduled/ })
  await expect(entry).toHaveAccessibleName(/2 drafts/)
  await entry.click()
  await anna.getByRole('tab', { name: /^Drafts/ }).click()
  const drafts = anna.getByRole('list', { name: 'Drafts' }).getByRole('article')
  await expect(drafts).toHaveText([/Begun in the second room/, /Begun in the first room/])

  const first = anna.getByRole('article', { name: `Draft to ${one.title}` })
  await first.getByRole('button', { name: 'Delete draft' }).click()
  await expect(first).toHaveCount(0)
  await expect(entry).toHaveAccessibleName(/1 draft\b/)
  await notifications(anna).getByRole('button', { name: 'Undo' }).click()
  await expect(first).toBeVisible()

  await first.getByRole('button', { name: 'Go on writing' }).click()
  await expect(field(anna, one)).toHaveValue('Begun in the first room')
})

test('a draft beside a scheduled message leaves it armed, and both are there after a reload (K13)', async ({
  enter,
}) => {
  const room = await makeRoom('both', [])
  const anna = await enter('anna', room)
  const at = await scheduleAhead(anna, room, 'On its way', 'Europe/Berlin', 20)
  await field(anna, room).fill('Not finished')
  await expect.poll(async () => (await keptOf(anna, 'anna', room)).counts.drafts).toBe(1)
  await anna.reload()
  await expect(field(anna, room)).toHaveValue('Not finished')
  expect(await scheduledTexts(room)).toEqual(['On its way'])
  await expect(bubble(anna, room, 'On its way')).toHaveCount(1, { timeout: 35_000 })
  expect(Date.now()).toBeGreaterThanOrEqual(at * 1000)
  await expect(field(anna, room)).toHaveValue('Not finished')
  expect(await timesOnServer(room, 'Not finished')).toBe(0)
})

test('a time that was chosen and not confirmed leaves a draft and nothing armed (K97)', async ({ enter }) => {
  const [room, other] = [await makeRoom('chosen', []), await makeRoom('chosen-not', [])]
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'Perhaps tomorrow')
  await fillTime(dialog, tomorrowAt('10:00', 'Europe/Berlin'))
  await dialog.getByRole('button', { name: 'Back' }).click()
  await linkTo(anna, other).click()
  await expect(field(anna, other)).toHaveValue('')
  await linkTo(anna, room).click()
  await expect(field(anna, room)).toHaveValue('Perhaps tomorrow')
  await expect(anna.getByRole('status', { name: 'Scheduled here' })).toHaveCount(0)
  expect(await scheduledTexts(room)).toEqual([])
  await anna.goto(`${workspacePath('scheduled')}?show=drafts`)
  await expect(anna.getByRole('article', { name: `Draft to ${room.title}` })).toContainText('Perhaps tomorrow')
})

test('choosing a time in one channel changes nothing in the next: Enter sends there now (K122)', async ({ enter }) => {
  const [room, other] = [await makeRoom('mode-a', []), await makeRoom('mode-b', [])]
  const anna = await enter('anna', other)
  await linkTo(anna, room).click()
  const dialog = await chooseTime(anna, room, 'For later')
  await fillTime(dialog, tomorrowAt('10:05', 'Europe/Berlin'))
  await anna.goBack()
  await expect(dialog).toBeHidden()
  await field(anna, other).fill('For now')
  await field(anna, other).press('Enter')
  await expect(bubble(anna, other, 'For now')).toHaveCount(1)
  await expect.poll(() => timesOnServer(other, 'For now')).toBe(1)
  expect(await scheduledTexts(other)).toEqual([])
  await linkTo(anna, room).click()
  await expect(field(anna, room)).toHaveValue('For later')
  expect(await scheduledTexts(room)).toEqual([])
  const again = await chooseTime(anna, room, 'For later')
  await expect(again.getByRole('textbox', { name: 'Time' })).toHaveValue('10:05 AM')
})

const linkTo = (page: Page, room: Room) => sidebar(page).getByRole('link', { name: new RegExp(room.name) })

async function scheduledTexts(room: Room): Promise<string[]> {
  const { scheduled_messages } = await callApi('anna', 'chat.scheduledMessages.list', { channel: room.id })
  return (scheduled_messages as { text: string }[]).map(({ text }) => text)
}
