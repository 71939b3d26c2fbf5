import { makeRoom, postAs } from './support/demo.ts'
import { keptOf } from './support/device-store.ts'
import { tapFrames } from './support/frames.ts'
import { expect, test } from './support/journey.ts'
import { withoutGateway, withoutWebSockets } from './support/network.ts'
import { bubble, connection } from './support/room.ts'

test('a frame that is delivered again and again is shown once and kept once (K111)', async ({ enter }) => {
  const room = await makeRoom('repeated', ['kenji'])
  const kenji = await enter('kenji', room)
  await postAs('anna', room, 'Before')
  await expect(bubble(kenji, room, 'Before')).toHaveCount(1)
  const tap = await tapFrames(room)
  try {
    await postAs('anna', room, 'Said once')
    await expect(bubble(kenji, room, 'Said once')).toHaveCount(1)
    await expect.poll(() => tap.frames().length).toBeGreaterThan(0)
    const frame = tap.frames().find((json) => json.includes('Said once')) ?? ''
    for (let times = 0; times < 5; times++) await tap.again(frame)
    // Comes after the repeats on the same way, so they have been dealt with.
    await postAs('anna', room, 'After')
    await expect(bubble(kenji, room, 'After')).toHaveCount(1)
    await expect(bubble(kenji, room, 'Said once')).toHaveCount(1)
    await expect
      .poll(async () => (await keptOf(kenji, 'kenji', room)).messages)
      .toEqual(['Before', 'Said once', 'After'])
  } finally {
    tap.end()
  }
})

/** Sockets are sent to a port where nobody listens, which the pages' policy would not allow. */
const ELSEWHERE = { bypassCSP: true }

test('where web sockets are blocked, messages come by long polling and nobody is bothered', async ({ enter }) => {
  const room = await makeRoom('polling', ['kenji'])
  let polls = 0
  const kenji = await enter('kenji', room, {
    ...ELSEWHERE,
    prepare: async (device) => {
      await withoutWebSockets(device)
      device.on('request', (request) => void (request.url().includes('transport=polling') && polls++))
    },
  })
  await expect.poll(() => polls).toBeGreaterThan(2)
  await postAs('anna', room, 'The slow way round')
  await expect(bubble(kenji, room, 'The slow way round')).toHaveCount(1)
  await expect(connection(kenji)).toBeEmpty()
})

test('where nothing reaches the gateway, it is said quietly and messages still come within seconds', async ({
  enter,
}) => {
  const room = await makeRoom('blocked', ['kenji'])
  const kenji = await enter('kenji', room, { ...ELSEWHERE, prepare: withoutGateway })
  await expect(connection(kenji)).toContainText('Live updates are blocked', { timeout: 30_000 })
  await postAs('anna', room, 'By plain questions')
  await expect(bubble(kenji, room, 'By plain questions')).toHaveCount(1, { timeout: 10_000 })
})
