import { demoRoom } from './support/demo.ts'
import { scriptsUntilRoomStands } from './support/first-load.ts'
import { expect, test } from './support/journey.ts'

/** Script of a first load of the room, compressed, in bytes. */
const BUDGET = 200_000

/**
 * After two seconds everything else is fetched too, whether the room stands or not; on a starved machine that gets into the
 * count. It only ever adds, so of a few visits the smallest count is what a room needs.
 */
const VISITS = 4

test('a first visit to a room fetches at most 200 kB of script until its messages stand', async ({ enter, device }) => {
  const { cookies } = await (await enter('anna', 'settings')).context().storageState()
  let least: { sent: number; told: string } | undefined
  for (let visit = 0; visit < VISITS && (least?.sent ?? Infinity) > BUDGET; visit++) {
    const fresh = await device({ storageState: { cookies, origins: [] } })
    const scripts = await scriptsUntilRoomStands(await fresh.newPage(), demoRoom('launch'))
    const sent = scripts.reduce((sum, { sent_bytes }) => sum + sent_bytes, 0)
    const told = scripts.map(({ path, sent_bytes }) => `${sent_bytes} ${path}`).join('\n')
    expect(scripts.length, told).toBeGreaterThan(3)
    expect(
      scripts.every(({ sent_bytes }) => sent_bytes > 0),
      told,
    ).toBe(true)
    if (!least || sent < least.sent) least = { sent, told }
    await fresh.close()
  }
  expect(
    least?.sent,
    `${least?.told}\nWhat the first messages do not need is loaded by lazyPart or import()`,
  ).toBeLessThanOrEqual(BUDGET)
})
