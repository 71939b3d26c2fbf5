/** The last minute of a scheduled message, and what is told of it afterwards. */
import { promiseIn, secondIn, secondsAhead } from './support/clock.ts'
import { makeRoom, scheduleAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'

test('its seconds are counted down where it waits, and then it stands among the sent with its real time', async ({
  enter,
}) => {
  const [room, zone] = [await makeRoom('countdown', []), 'Europe/Berlin']
  const at = secondsAhead(40)
  await scheduleAs('anna', room, 'Counted down', at)
  const anna = await enter('anna', 'scheduled')
  const row = anna.getByRole('article', { name: `Message to ${room.title}, ${promiseIn(zone, at)}` })
  const left = async () => Number(/Due in 0:(\d\d)/.exec(await row.getByRole('timer').innerText())?.[1])
  const first = await left()
  expect(first).toBeLessThanOrEqual(60)
  await expect.poll(left).toBeLessThan(first)
  await expect(row).toContainText('editable until it is sent')
  await expect(row).toHaveCount(0, { timeout: 60_000 })
  await anna.getByRole('tab', { name: 'Sent' }).click()
  await expect(row).toContainText(`at ${secondIn(zone, at)}`)
  await expect(row).toContainText('Counted down')
  await expect(row.getByRole('button', { name: 'Edit' })).toHaveCount(0)
})
