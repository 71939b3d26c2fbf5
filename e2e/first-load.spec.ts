import { demoRoom } from './support/demo.ts'
import { scriptsUntilRoomStands } from './support/first-load.ts'
import { expect, test } from './support/journey.ts'

/** Script of a first load of the room, compressed, in bytes. */
const BUDGET = 200_000

test('a first visit to a room fetches at most 200 kB of script until its messages stand', async ({ enter, device }) => {
  const { cookies } = await (await enter('anna', 'settings')).context().storageState()
  const fresh = await device({ storageState: { cookies, origins: [] } })
  const scripts = await scriptsUntilRoomStands(await fresh.newPage(), demoRoom('launch'))
  const sent = scripts.reduce((sum, { sent_bytes }) => sum + sent_bytes, 0)
  const told = scripts.map(({ path, sent_bytes }) => `${sent_bytes} ${path}`).join('\n')
  expect(scripts.length, told).toBeGreaterThan(3)
  expect(
    scripts.every(({ sent_bytes }) => sent_bytes > 0),
    told,
  ).toBe(true)
  expect(sent, `${told}\nWhat the first messages do not need is loaded by lazyPart or import()`).toBeLessThanOrEqual(
    BUDGET,
  )
})
