import type { Page } from '@playwright/test'
import { promiseIn, secondsAhead, wallIn } from './support/clock.ts'
import { callApi, makeRoom, person, type PersonKey, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { chooseTime, field, fillTime, notifications } from './support/room.ts'

test('every ready-made time schedules for exactly what stands beside it, in the zone of its writer', async ({
  enter,
}) => {
  for (const who of ['anna', 'diego'] as const) {
    const room = await makeRoom(`presets-${who}`, who === 'anna' ? [] : [who])
    const { zone } = person(who)
    const page = await enter(who, room)
    const offered = await offeredTimes(page, room)
    expect(offered.map(({ label }) => label)).toEqual(expectedLabels(zone))
    for (const { label, day } of offered) {
      await writeAndOpen(page, room, `By ${label}`)
      await page.getByRole('menuitem', { name: label }).click()
      await expect(notifications(page)).toContainText(`Message to ${room.title} scheduled for ${day} at 9:00:00 AM`)
      const at = await sendTimeOf(who, room, `By ${label}`)
      expect(wallIn(zone, at).time).toBe('09:00:00')
      expect(promiseIn(zone, at).slice(0, day.length)).toBe(day)
      expect(at * 1000).toBeGreaterThan(Date.now())
      await expect(field(page, room)).toHaveValue('')
    }
  }
})

test('the time last chosen is offered again, with its day and its zone, and taken as it is', async ({ enter }) => {
  const room = await makeRoom('preset-last', [])
  const anna = await enter('anna', room)
  const at = secondsAhead(5 * 3_600)
  const dialog = await chooseTime(anna, room, 'The first')
  await fillTime(dialog, wallIn('Europe/Berlin', at))
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()

  await writeAndOpen(anna, room, 'The second')
  await anna.getByRole('menuitem', { name: /^Last used: / }).click()
  await expect(field(anna, room)).toHaveValue('')
  await expect(notifications(anna)).toContainText(promiseIn('Europe/Berlin', at))
  expect(await sendTimeOf('anna', room, 'The second')).toBe(at)
})

test('a custom time in a zone other than the browser’s is that zone’s; the toast tells day, time and zone, with Undo, Edit and View (K96)', async ({
  enter,
}) => {
  const room = await makeRoom('zone-other', [])
  const anna = await enter('anna', room)
  const dialog = await chooseTime(anna, room, 'Good morning, Tokyo')
  const at = secondsAhead(30 * 3_600)
  await dialog.getByRole('combobox', { name: 'Time zone' }).fill('Tokyo')
  await anna.getByRole('option', { name: /Tokyo/ }).click()
  await fillTime(dialog, wallIn('Asia/Tokyo', at))
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog).toBeHidden()
  const toast = notifications(anna)
  await expect(toast).toContainText(promiseIn('Asia/Tokyo', at))
  await expect(toast.getByRole('button', { name: 'Undo' })).toBeVisible()
  expect(await sendTimeOf('anna', room, 'Good morning, Tokyo')).toBe(at)
  await toast.getByRole('button', { name: 'Edit' }).click()
  const row = anna.getByRole('article', { name: `Message to ${room.title},` })
  await expect(row.getByRole('textbox', { name: 'Text of the scheduled message' })).toHaveValue('Good morning, Tokyo')
  await row.getByRole('button', { name: 'Discard changes' }).click()
  await expect(row).toHaveAccessibleName(`Message to ${room.title}, ${promiseIn('Asia/Tokyo', at)}`)
  await expect(row).toContainText('for you')
})

async function writeAndOpen(page: Page, room: Room, text: string): Promise<void> {
  await field(page, room).fill(text)
  await page.getByRole('button', { name: 'Schedule for later' }).click()
  await expect(page.getByRole('menu', { name: 'Schedule for later' })).toBeVisible()
}

/** What the menu offers by itself: `Tomorrow at 9:00 AM` with `Tue, Dec 1` beside it. */
async function offeredTimes(page: Page, room: Room): Promise<{ label: string; day: string }[]> {
  await writeAndOpen(page, room, 'Only looking')
  const items = await page.getByRole('menuitem', { name: / at 9:00 AM/ }).allInnerTexts()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  return items.map((text) => {
    const lines = text.split('\n').map((part) => part.trim())
    const [label = '', day = ''] = lines.slice(lines.findIndex((line) => line.includes(' at ')))
    return { label, day }
  })
}

function expectedLabels(zone: string): string[] {
  const weekday = new Intl.DateTimeFormat('en-US', { timeZone: zone, weekday: 'short' }).format(Date.now())
  if (weekday === 'Sun') return ['Tomorrow at 9:00 AM']
  return ['Tomorrow at 9:00 AM', weekday === 'Mon' ? 'Next Monday at 9:00 AM' : 'Monday at 9:00 AM']
}

async function sendTimeOf(who: PersonKey, room: Room, text: string): Promise<number> {
  const { scheduled_messages } = await callApi(who, 'chat.scheduledMessages.list', { channel: room.id })
  const found = (scheduled_messages as { text: string; post_at: number }[]).find((each) => each.text === text)
  if (!found) throw new Error(`nothing is scheduled with the text ${text}`)
  return found.post_at
}
