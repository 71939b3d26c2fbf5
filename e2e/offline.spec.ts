import type { Page } from '@playwright/test'
import { makeRoom, postAs, timesOnServer, workspacePath, type PersonKey, type Room } from './support/demo.ts'
import { keptOf } from './support/device-store.ts'
import { expect, test } from './support/journey.ts'
import { networkSwitch } from './support/network.ts'
import { bubble, connection, send, sidebar } from './support/room.ts'

test('what is written offline waits through a reload and is sent once when the network is back', async ({ enter }) => {
  const room = await makeRoom('offline', ['kenji'])
  const anna = await enter('anna', room)
  const network = networkSwitch()
  const kenji = await enter('kenji', room, { prepare: network.prepare })
  await untilKeptForOffline(kenji)

  await network.off()
  await send(kenji, room, 'Written in a tunnel')
  await expect(bubble(kenji, room, 'Written in a tunnel')).toContainText('Sending…')
  await expect(connection(kenji)).toContainText('You are offline')
  await kenji.reload()
  await expect(bubble(kenji, room, 'Written in a tunnel')).toContainText('Sending…')
  await postAs('anna', room, 'Said meanwhile')
  await expect(bubble(anna, room, 'Written in a tunnel')).toHaveCount(0)

  await network.on()
  await expect(bubble(kenji, room, 'Said meanwhile')).toHaveCount(1, { timeout: 20_000 })
  await onceEverywhere(room, 'Written in a tunnel', { anna, kenji })
  await expect(connection(kenji)).toBeEmpty()
})

test('a flapping network sends each message once and in order (K101)', async ({ enter }) => {
  const room = await makeRoom('flapping', ['kenji'])
  const anna = await enter('anna', room)
  const network = networkSwitch()
  const kenji = await enter('kenji', room, { prepare: network.prepare })
  const texts = ['one', 'two', 'three', 'four', 'five'].map((word) => `Flap ${word}`)
  for (const text of texts) {
    await send(kenji, room, text)
    await network.off()
    await network.on()
  }
  for (const text of texts) await onceEverywhere(room, text, { anna, kenji })
  await expect(anna.getByRole('log').getByRole('article')).toContainText(texts)
})

test('sent, but the answer and the live update were lost: one bubble, one row, one message (K102)', async ({
  enter,
}) => {
  const room = await makeRoom('lostanswer', ['kenji'])
  const anna = await enter('anna', room)
  const network = networkSwitch()
  const kenji = await enter('kenji', room, { prepare: network.prepare })
  let lost = 0
  await kenji.route(/\/api\/trpc\/.*messages\.post/, async (route) => {
    if (lost > 0) return route.continue()
    lost++
    await network.off()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await send(kenji, room, 'Did it arrive?')
  await expect(bubble(anna, room, 'Did it arrive?'), 'the server has it').toHaveCount(1)
  await expect(bubble(kenji, room, 'Did it arrive?'), 'its author cannot know').toContainText('Sending…')
  expect(lost).toBe(1)

  await network.on()
  await onceEverywhere(room, 'Did it arrive?', { anna, kenji })
})

test('sending and leaving the channel at once, and coming back, shows the message once (K105)', async ({ enter }) => {
  const room = await makeRoom('hopping', ['kenji'])
  const anna = await enter('anna', room)
  const kenji = await enter('kenji', room)
  const here = sidebar(kenji).getByRole('link', { name: new RegExp(room.name) })
  const general = sidebar(kenji).getByRole('link', { name: /^general/ })
  for (const text of ['Hop one', 'Hop two']) {
    await send(kenji, room, text)
    // From within the page: a pointer of the test takes longer than the 50 ms.
    for (const link of [general, here]) await link.evaluate((element: HTMLElement) => element.click())
    await expect(bubble(kenji, room, text)).toHaveCount(1)
    await onceEverywhere(room, text, { anna, kenji })
  }
})

async function onceEverywhere(room: Room, text: string, pages: Partial<Record<PersonKey, Page>>): Promise<void> {
  for (const [who, page] of Object.entries(pages) as [PersonKey, Page][]) {
    await expect(bubble(page, room, text)).toHaveCount(1, { timeout: 20_000 })
    await expect(bubble(page, room, text)).not.toContainText('Sending…', { timeout: 20_000 })
    await expect
      .poll(async () => {
        const { messages, counts } = await keptOf(page, who, room)
        return { rows: messages.filter((kept) => kept === text).length, unsent: counts.unsent }
      })
      .toEqual({ rows: 1, unsent: 0 })
  }
  expect(await timesOnServer(room, text)).toBe(1)
}

/** The page and its files are kept once it has stood for a moment. */
async function untilKeptForOffline(page: Page): Promise<void> {
  const isKept = async (path: string) =>
    Boolean(await caches.match(path)) && navigator.serviceWorker.controller !== null
  await expect.poll(() => page.evaluate(isKept, workspacePath()), { timeout: 20_000 }).toBe(true)
}
