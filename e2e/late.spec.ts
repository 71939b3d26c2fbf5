import { secondIn } from './support/clock.ts'
import { makeRoom, scheduleAs } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { missItsSecond } from './support/outage.ts'
import { bubble } from './support/room.ts'

/** As the sweeper tells it, or a dispatcher where the queue had it before: whichever comes first. */
const CAUSE = /, because (the sending service was not running|many messages were due at the same moment)/

test('what goes out late says so, with planned and real time and the cause: to its author and to everyone who looks', async ({
  enter,
}) => {
  test.slow() // The sweeper looks once a minute.
  const [room, zone] = [await makeRoom('late', ['kenji']), 'Europe/Berlin']
  const text = 'Sent as soon as somebody was there'
  const anna = await enter('anna', room)
  const kenji = await enter('kenji', room)
  const now = Math.floor(Date.now() / 1000)
  const at = now - 600
  const { scheduled_message_id } = await scheduleAs('anna', room, text, now + 3_600)
  await missItsSecond(String(scheduled_message_id), at)

  for (const page of [anna, kenji])
    await expect(bubble(page, room, text)).toContainText('sent late: planned', { timeout: 100_000 })
  await expect(bubble(kenji, room, text)).toHaveCount(1)
  const notice = anna.getByRole('alert', { name: 'Messages that were sent late' })
  await expect(notice).toContainText(CAUSE)

  await notice.getByRole('link', { name: 'See when' }).click()
  const row = anna.getByRole('article', { name: new RegExp(room.name) })
  await expect(row).toContainText(`sent late: planned ${secondIn(zone, at)}, sent `)
  await expect(row).toContainText(CAUSE)
  await expect(notice).toHaveCount(0)
})
