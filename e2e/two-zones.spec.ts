import type { Locator, Page } from '@playwright/test'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { minuteIn, promiseIn, secondIn, tomorrowAt } from './support/clock.ts'
import { callApi, makeRoom, person, timesOnServer } from './support/demo.ts'
import { keptOf } from './support/device-store.ts'
import { expect, openPlace, test } from './support/journey.ts'
import { bubble, chooseTime, notifications, scheduleAhead, sidebar } from './support/room.ts'

/** A row leaves the lists within this time of the send (K25). */
const GONE_WITHIN_MS = 2_000
const instantOf = ({ date, time }: { date: string; time: string }, zone: string): number =>
  resolveSendAt(`${date}T${time}`, parseZone(zone)).sendAt

test('scheduled in Berlin, it appears once on its second in Berlin and in Tokyo, each in the local time', async ({
  enter,
}) => {
  const room = await makeRoom('zones', ['kenji'])
  const [berlin, tokyo] = [person('anna').zone, person('kenji').zone]
  const anna = await enter('anna', room)
  const kenji = await enter('kenji', room)

  const text = 'The embargo is over'
  const at = await scheduleAhead(anna, room, text, berlin, 25)
  await expect(notifications(anna)).toContainText(`scheduled for ${promiseIn(berlin, at)}`)
  await expect(anna.getByRole('status', { name: 'Scheduled here' })).toContainText(
    `1 message scheduled in this channel for ${promiseIn(berlin, at)}`,
  )
  await expect(sidebar(anna).getByRole('link', { name: /^Drafts & scheduled/ })).toHaveAccessibleName(/[1-9] scheduled/)
  await expect(kenji.getByText(text)).toHaveCount(0)

  await expect(bubble(kenji, room, text)).toHaveCount(1, { timeout: 35_000 })
  expect(Date.now(), 'never early').toBeGreaterThanOrEqual(at * 1000)
  await expect(bubble(anna, room, text)).toHaveCount(1)
  await expect(bubble(anna, room, text)).toHaveAccessibleName(`Anna Weber, ${minuteIn(berlin, at)}`)
  await expect(bubble(kenji, room, text)).toHaveAccessibleName(`Anna Weber, ${minuteIn(tokyo, at)}`)
  await expect(anna.getByRole('status', { name: 'Scheduled here' })).toHaveCount(0)

  for (const [page, who] of [
    [anna, 'anna'],
    [kenji, 'kenji'],
  ] as const) {
    expect((await keptOf(page, who, room)).messages.filter((kept) => kept === text)).toHaveLength(1)
  }
  expect(await timesOnServer(room, text)).toBe(1)
})

test('browser, profile and server in three zones: days and times are the profile’s, and instants are what was shown', async ({
  enter,
}) => {
  test.slow()
  // The product under test runs in a zone of its own (support/start-product.ts); this browser says it is elsewhere too.
  const room = await makeRoom('three-zones', [])
  const { zone } = person('anna')
  const anna = await enter('anna', room, { timezoneId: 'Pacific/Pago_Pago' })
  expect(await anna.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe('Pacific/Pago_Pago')
  const at = instantOf(tomorrowAt('09:15:07', zone), zone)
  const dialog = await chooseTime(anna, room, 'Three zones')
  await dialog.getByLabel('Say when').fill('tomorrow 9:15:07')
  await expect(dialog.getByRole('group', { name: 'When it will be sent' })).toContainText('at 9:15:07 AM CE')
  await dialog.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(notifications(anna)).toContainText(`scheduled for ${promiseIn(zone, at)}`)
  const { scheduled_messages } = await callApi('anna', 'chat.scheduledMessages.list', { channel: room.id })
  expect(scheduled_messages).toMatchObject([{ text: 'Three zones', post_at: at }])

  // Moved to another zone's midnight: the day is that zone's, for the page and for the server.
  await notifications(anna).getByRole('button', { name: 'View' }).click()
  await row(anna, 'Scheduled messages', room.title).getByRole('button', { name: 'Reschedule' }).click()
  const again = anna.getByRole('dialog', { name: 'Reschedule message' })
  await again.getByLabel('Say when').fill('tomorrow midnight Kolkata')
  const moved = instantOf(tomorrowAt('00:00:00', 'Asia/Kolkata'), 'Asia/Kolkata')
  await expect(again.getByRole('group', { name: 'When it will be sent' })).toContainText('at 12:00:00 AM')
  await again.getByRole('button', { name: 'Reschedule', exact: true }).click()
  await expect(again).toBeHidden()
  await expect
    .poll(async () => (await callApi('anna', 'chat.scheduledMessages.list', { channel: room.id })).scheduled_messages)
    .toMatchObject([{ post_at: moved }])

  // On its second, to the second, and shown by the profile's clock.
  await anna.goto(room.path)
  const soon = await scheduleAhead(anna, room, 'On its second', zone, 20)
  await expect(bubble(anna, room, 'On its second')).toHaveCount(1, { timeout: 30_000 })
  expect(Date.now(), 'never early').toBeGreaterThanOrEqual(soon * 1000)
  await expect(bubble(anna, room, 'On its second')).toHaveAccessibleName(`Anna Weber, ${minuteIn(zone, soon)}`)
})

test('a sent message leaves both of its author’s tabs at once, and tells there what was planned and done (K25)', async ({
  enter,
}) => {
  const room = await makeRoom('ghost', [])
  const { zone } = person('anna')
  const first = await enter('anna', 'scheduled')
  const second = await openPlace(first.context(), 'scheduled')
  const writing = await openPlace(first.context(), room)

  const at = await scheduleAhead(writing, room, 'No ghosts', zone, 20)
  const rows = [first, second].map((page) => row(page, 'Scheduled messages', room.title))
  for (const each of rows) await expect(each).toHaveCount(1)
  await expect(rows[0] as Locator).toHaveAccessibleName(`Message to ${room.title}, ${promiseIn(zone, at)}`)

  // Only a visible tab draws at once, as for people; the other one is looked at after.
  await first.bringToFront()
  await expect(rows[0] as Locator).toHaveCount(0, { timeout: at * 1000 - Date.now() + GONE_WITHIN_MS })
  await second.bringToFront()
  await expect(rows[1] as Locator).toHaveCount(0, { timeout: 1_000 })

  await second.getByRole('tab', { name: /^Sent/ }).click()
  const sent = row(second, 'Sent scheduled messages', room.title)
  await expect(sent).toHaveAccessibleName(new RegExp(`${secondIn(zone, at)} CES?T$`))
  await expect(sent).toContainText(/Sent \w+, \w+ \d+ at \d+:\d\d:\d\d [AP]M/)
  await sent.getByRole('button', { name: 'History' }).click()
  const history = second.getByRole('dialog', { name: 'History' }).getByRole('list', { name: 'History' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history.getByRole('listitem').nth(0)).toContainText('Scheduled')
  await expect(history.getByRole('listitem').nth(1)).toContainText('Sent')
})

test('one browser holds one web socket; when its tab closes, the other tab goes on receiving', async ({ enter }) => {
  const room = await makeRoom('leader', ['kenji'])
  const leader = await enter('anna', '')
  const opened: string[] = []
  const follower = await leader.context().newPage()
  follower.on('websocket', (socket) => opened.push(socket.url()))
  await follower.goto(room.path)
  await expect(follower.getByRole('heading', { level: 1, name: room.name })).toBeVisible()
  const kenji = await enter('kenji', room)
  await write(kenji, room.title, 'Through the first tab')
  await expect(bubble(follower, room, 'Through the first tab')).toHaveCount(1)
  expect(opened.filter((url) => url.includes('/socket'))).toEqual([])

  await leader.close()
  await write(kenji, room.title, 'Through the second tab')
  await expect(bubble(follower, room, 'Through the second tab')).toHaveCount(1)
  await expect.poll(() => opened.filter((url) => url.includes('/socket')).length).toBe(1)
})

const row = (page: Page, list: string, title: string): Locator =>
  page.getByRole('list', { name: list, exact: true }).getByRole('article', { name: `Message to ${title},` })

async function write(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: `Message ${title}` }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
