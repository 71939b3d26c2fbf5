import type { Locator, Page } from '@playwright/test'
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import { promiseIn, wallIn } from './support/clock.ts'
import { makeRoom, scheduleAs, type Room } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { notifications } from './support/room.ts'

const zone = 'Europe/Berlin'
/** A time of next week, which begins with its Sunday for these browsers; day 0 is its Monday. */
const at = (day: number, clock: string): number => {
  const today = Date.parse(`${wallIn(zone, Math.floor(Date.now() / 1000)).date}T00:00Z`)
  const monday = today + (8 - new Date(today).getUTCDay()) * 86_400_000
  return secondOf(`${new Date(monday + day * 86_400_000).toISOString().slice(0, 10)}T${clock}:00`)
}
function secondOf(wall: string): number {
  const asUtc = Date.parse(`${wall}Z`) / 1000
  const offset = Date.parse(`${wallClockAt(epochSeconds(asUtc), parseZone(zone))}Z`) / 1000 - asUtc
  return asUtc - offset
}

const grid = (page: Page) => page.getByRole('list', { name: 'Scheduled in this week' })
const item = (page: Page, room: Room, sendAt: number): Locator =>
  grid(page).getByRole('button', { name: `Message to ${room.title}, ${promiseIn(zone, sendAt)}` })

async function openWeek(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(grid(page)).toBeVisible()
}

test('a message is dragged to another day and quarter, another device follows, and undo puts it back', async ({
  enter,
}) => {
  const room = await makeRoom('week', [])
  const [from, to] = [at(1, '09:00'), at(3, '10:15')]
  await scheduleAs('anna', room, 'Drag me', from)
  const anna = await enter('anna', 'scheduled', { viewport: { width: 1280, height: 900 } })
  const other = await enter('anna', 'scheduled')
  await openWeek(anna)
  const box = await item(anna, room, from).boundingBox()
  const layer = await grid(anna).boundingBox()
  if (!box || !layer) throw new Error('the week has no size')
  // 75 minutes at 0.8 pixels each; the drop snaps to the quarter.
  const [x, y] = [box.x + box.width / 2, box.y + 4]
  await anna.mouse.move(x, y)
  await anna.mouse.down()
  await anna.mouse.move(x + 40, y + 20, { steps: 4 })
  await anna.mouse.move(x + (layer.width / 7) * 2, y + 75 * 0.8 + 3, { steps: 8 })
  await expect(anna.getByText(promiseIn(zone, to))).toBeVisible()
  await anna.mouse.up()
  await expect(item(anna, room, to)).toBeVisible()
  await expect(notifications(anna)).toContainText(`rescheduled for ${promiseIn(zone, to)}`)
  await expect(other.getByRole('article', { name: `Message to ${room.title}, ${promiseIn(zone, to)}` })).toBeVisible()

  await notifications(anna).getByRole('button', { name: 'Undo' }).click()
  await expect(item(anna, room, from)).toBeVisible()
  await expect(other.getByRole('article', { name: `Message to ${room.title}, ${promiseIn(zone, from)}` })).toBeVisible()
})

test('a drag given up with Escape, or let go on a time that has passed, leaves it where it was', async ({ enter }) => {
  const room = await makeRoom('weekesc', [])
  const from = at(2, '09:00')
  await scheduleAs('anna', room, 'Stay', from)
  const anna = await enter('anna', 'scheduled', { viewport: { width: 1280, height: 900 } })
  await openWeek(anna)
  const asked: string[] = []
  anna.on('request', (request) => request.url().includes('scheduled.edit') && asked.push(request.url()))
  const box = await item(anna, room, from).boundingBox()
  if (!box) throw new Error('the message has no place')
  await anna.mouse.move(box.x + 10, box.y + 5)
  await anna.mouse.down()
  await anna.mouse.move(box.x + 10, box.y + 120, { steps: 5 })
  await anna.keyboard.press('Escape')
  await anna.mouse.up()
  await expect(item(anna, room, from)).toBeVisible()
  await expect(anna.getByRole('dialog')).toHaveCount(0)
  expect(asked).toEqual([])
})

test('by keyboard: M takes it up, the arrows carry it and each step is said, Enter puts it down, Escape puts it back', async ({
  enter,
}) => {
  const room = await makeRoom('weekkeys', [])
  const from = at(1, '09:00')
  await scheduleAs('anna', room, 'Carry me', from)
  const anna = await enter('anna', 'scheduled', { viewport: { width: 1280, height: 900 } })
  await openWeek(anna)
  const said = anna.getByRole('status').filter({ hasText: /at \d/ })
  await item(anna, room, from).focus()
  await anna.keyboard.press('m')
  await expect(said.filter({ hasText: 'Moving.' })).toContainText(promiseIn(zone, from))
  await anna.keyboard.press('ArrowRight')
  await anna.keyboard.press('ArrowDown')
  await anna.keyboard.press('Shift+ArrowDown')
  const to = at(2, '10:15')
  await expect(item(anna, room, to)).toBeFocused()
  await expect(said.last()).toContainText(promiseIn(zone, to))
  await anna.keyboard.press('Escape')
  await expect(item(anna, room, from)).toBeFocused()

  await anna.keyboard.press('m')
  await anna.keyboard.press('ArrowRight')
  await anna.keyboard.press('ArrowUp')
  await anna.keyboard.press('Enter')
  const kept = at(2, '08:45')
  await expect(notifications(anna)).toContainText(`rescheduled for ${promiseIn(zone, kept)}`)
  await expect(item(anna, room, kept)).toBeFocused()

  await anna.keyboard.press('Enter')
  const opened = anna.getByRole('dialog', { name: 'Scheduled message' })
  await expect(opened.getByRole('article')).toContainText('Carry me')
  await anna.keyboard.press('Escape')
  await expect(opened).toHaveCount(0)
  await anna.keyboard.press('r')
  await expect(anna.getByRole('dialog', { name: 'Reschedule message' })).toBeVisible()
})

test('on a phone the week is days with their messages', async ({ enter }) => {
  const room = await makeRoom('weekphone', [])
  const from = at(3, '09:00')
  await scheduleAs('anna', room, 'On the phone', from)
  const anna = await enter('anna', 'scheduled', { viewport: { width: 390, height: 800 } })
  await anna.getByRole('button', { name: 'Week', exact: true }).click()
  await anna.getByRole('button', { name: 'Next week' }).click()
  const day = new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'full' }).format(from * 1000)
  await anna.getByRole('button', { name: new RegExp(`^${day}, [1-9]`) }).click()
  await expect(
    anna
      .getByRole('list', { name: `Scheduled on ${day}` })
      .getByRole('article')
      .filter({ hasText: 'On the phone' }),
  ).toBeVisible()
})
