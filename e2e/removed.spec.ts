import type { BrowserContext, Page } from '@playwright/test'
import { makeRoom, postAs, type Room } from './support/demo.ts'
import { keptOf } from './support/device-store.ts'
import { expect, test } from './support/journey.ts'
import { everythingFetched, networkSwitch } from './support/network.ts'
import { bubble, connection, field, sidebar } from './support/room.ts'

const NOTHING = { messages: 0, cursors: 0, drafts: 0, unsent: 0, memberships: 0, processed: 0 }
const SECRET = 'Known inside only'

test('who is removed loses the channel at once: sidebar, screen, and every row on the device (I7)', async ({
  enter,
}) => {
  const room = await makeRoom('removal', ['kenji'], 'private')
  const { anna, kenji } = await bothInside(room, enter)
  await remove(anna, room)

  await expect(kenji.getByText('You have no access to this conversation')).toBeVisible()
  await expect(kenji.getByText(SECRET)).toHaveCount(0)
  await expect(sidebar(kenji).getByRole('link', { name: new RegExp(room.name) })).toHaveCount(0)
  await expect.poll(async () => (await keptOf(kenji, 'kenji', room)).counts).toEqual(NOTHING)

  await postAs('anna', room, 'Said after the removal')
  await kenji.reload()
  await expect(kenji.getByText('You have no access to this conversation')).toBeVisible()
  expect((await keptOf(kenji, 'kenji', room)).counts).toEqual(NOTHING)
})

test('who was removed while offline loses the channel as soon as the device is back (I7)', async ({ enter }) => {
  const room = await makeRoom('offremoval', ['kenji'], 'private')
  const network = networkSwitch()
  const { anna, kenji } = await bothInside(room, enter, { prepare: network.prepare })
  await everythingFetched(kenji)
  await network.off()
  await expect(connection(kenji)).toContainText('You are offline')
  await remove(anna, room)
  await expect(bubble(kenji, room, SECRET), 'what was read stays readable offline').toHaveCount(1)

  await network.on()
  await expect(kenji.getByText('You have no access to this conversation')).toBeVisible({ timeout: 20_000 })
  await expect(sidebar(kenji).getByRole('link', { name: new RegExp(room.name) })).toHaveCount(0)
  await expect.poll(async () => (await keptOf(kenji, 'kenji', room)).counts).toEqual(NOTHING)
})

type Prepared = { prepare?: (device: BrowserContext) => Promise<void> }
type Enter = (who: 'anna' | 'kenji', place: Room, options?: Prepared) => Promise<Page>

async function bothInside(room: Room, enter: Enter, options: Prepared = {}) {
  await postAs('anna', room, SECRET)
  const anna = await enter('anna', room)
  const kenji = await enter('kenji', room, options)
  await expect(bubble(kenji, room, SECRET)).toHaveCount(1)
  await field(kenji, room).fill('Half a thought')
  await expect
    .poll(async () => (await keptOf(kenji, 'kenji', room)).counts)
    .toMatchObject({ messages: 1, cursors: 1, drafts: 1 })
  return { anna, kenji }
}

async function remove(anna: Page, room: Room): Promise<void> {
  await anna.getByRole('button', { name: `Members of ${room.title}: 2` }).click()
  await anna
    .getByRole('dialog')
    .getByRole('button', { name: `Remove Kenji Sato from ${room.title}` })
    .click()
  await expect(anna.getByRole('button', { name: `Remove Kenji Sato from ${room.title}` })).toHaveCount(0)
}
