/** The pages nobody hopes to see: refused, missing, broken, far away, small. Each says what, why, and what to do. */
import type { Page } from '@playwright/test'
import { formatId } from '#server/domain/ids.ts'
import { demoRoom, makeRoom, workspacePath } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { looked } from './support/look.ts'
import { slowParts } from './support/network.ts'
import { chooseTime, field, sidebar } from './support/room.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name })

for (const [size, viewport] of [
  ['on a desktop', { width: 1280, height: 800 }],
  ['on a phone', { width: 390, height: 844 }],
] as const)
  test(`who may not see something is told so, with a way on, ${size}`, async ({ enter, device }) => {
    const kenji = await enter('kenji', '', { viewport })
    const pages = [
      [demoRoom('leadership').path, 'You have no access to this conversation'],
      [workspacePath('ops'), 'Operations are for administrators'],
      [workspacePath('gallery'), 'This page is for administrators'],
      [workspacePath('nowhere'), 'There is nothing at this address'],
      [OTHERS_WORKSPACE, 'You have no access to this workspace'],
      ['/client/T0', 'There is no workspace at this address'],
      ['/nothing/here', 'There is nothing at this address'],
    ] as const
    for (const [path, words] of pages) {
      await kenji.goto(path)
      await expect(heading(kenji, words)).toBeVisible()
      await looked(kenji)
      const wayOn = kenji
        .getByRole('main')
        .getByRole('link')
        .or(kenji.getByRole('button', { name: 'Open the sidebar' }))
      await expect(wayOn.or(sidebar(kenji)).first()).toBeVisible()
    }
    await kenji.goto(workspacePath('settings'))
    await expect(kenji.getByRole('region', { name: 'Your tokens' })).toBeVisible()
    for (const name of ['Workspace', 'Apps and tokens'])
      await expect(kenji.getByRole('region', { name, exact: true })).toHaveCount(0)

    const stranger = await (await device({ viewport })).newPage()
    await stranger.goto('/join/not-an-invitation')
    await expect(heading(stranger, 'This invitation cannot be opened')).toBeVisible()
    await expect(stranger.getByRole('link', { name: 'Go to your workspace' })).toBeVisible()
    await looked(stranger)
  })

test('what the server could not answer is said where it belongs, and is there after “Try again”', async ({ enter }) => {
  const anna = await enter('anna', '')
  const broken = /conversations\.browse|conversations\.members|operations\.overview|scheduled\.history/
  for (const [path, content] of [
    ['browse', anna.getByRole('button', { name: 'Create channel' })],
    ['ops', anna.getByRole('region', { name: 'Processes' })],
  ] as const) {
    await anna.route(broken, (route) => route.fulfill({ status: 500, body: 'broken' }))
    await anna.goto(workspacePath(path))
    const alert = anna.getByRole('alert').filter({ has: anna.getByRole('button', { name: 'Try again' }) })
    await expect(alert.first()).toContainText('Nothing you typed is lost', { timeout: 20_000 })
    await looked(anna)
    await anna.unroute(broken)
    await alert.first().getByRole('button', { name: 'Try again' }).click()
    await expect(alert).toHaveCount(0)
    await expect(content).toBeVisible()
  }
})

test('a part of the operations page that could not be read says why; what was read before is called the last', async ({
  enter,
}) => {
  test.slow()
  const anna = await enter('anna', '')
  const broken = /operations\.hydration/
  const breakIt = () => anna.route(broken, (route) => route.fulfill({ status: 500, body: 'broken' }))
  await breakIt()
  await anna.goto(workspacePath('ops'))
  const strip = anna.getByRole('region', { name: 'Loaded for the next 24 hours' })
  await expect(strip.getByRole('alert')).toContainText('Nothing you typed is lost', { timeout: 20_000 })
  await anna.unroute(broken)
  await strip.getByRole('button', { name: 'Try again' }).click()
  await expect(strip.getByRole('img')).toBeVisible()
  await breakIt()
  await expect(strip.getByRole('alert')).toContainText('These are the last that could be read.', { timeout: 50_000 })
  await expect(strip.getByRole('img')).toBeVisible()
})

test('a first visit that reaches no server says so and opens by “Try again”; a later one opens with what is here', async ({
  enter,
}) => {
  const room = demoRoom('launch')
  const everything = /\/api\/trpc\//
  const away = (page: Page) => page.route(everything, (route) => route.abort('connectionrefused'))
  const anna = await enter('anna', 'settings')
  const { cookies } = await anna.context().storageState()
  const fresh = await anna
    .context()
    .browser()
    ?.newContext({ storageState: { cookies, origins: [] } })
  if (!fresh) throw new Error('the browser is gone')
  const page = await fresh.newPage()
  await away(page)
  await page.goto(new URL(room.path, anna.url()).href)
  const alert = page.getByRole('alert').filter({ hasText: 'The workspace could not be opened' })
  await expect(alert).toContainText('The server cannot be reached right now.', { timeout: 20_000 })
  await page.unroute(everything)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('log').getByRole('article').first()).toBeVisible()

  await away(page)
  await page.reload()
  await expect(page.getByRole('log').getByRole('article').first()).toBeVisible()
  await expect(field(page, room)).toBeEditable()
  await fresh.close()
})

test('at 200 % zoom every page is there without scrolling sideways, and a message is scheduled', async ({ enter }) => {
  const room = await makeRoom('zoom', [])
  const anna = await enter('anna', room, { viewport: { width: 640, height: 400 } })
  for (const place of ['scheduled', 'scheduled?show=drafts', 'browse', 'people', 'settings', 'ops']) {
    await anna.goto(workspacePath(place))
    await expect(anna.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(anna.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
    await looked(anna)
  }
  await anna.goto(workspacePath('gallery'))
  await expect(anna.getByRole('region', { name: 'Components, dark' })).toBeVisible()
  await looked(anna)
  await anna.goto(room.path)
  await looked(anna)
  const dialog = await chooseTime(anna, room, 'Large letters')
  await looked(anna)
  await expect(dialog.getByRole('button', { name: 'Schedule', exact: true })).toBeInViewport()
})

test('a menu, a dialog or a name that is wanted before its part was fetched opens when it is there', async ({
  enter,
}) => {
  const room = demoRoom('launch')
  const slowly = { prepare: slowParts }
  const anna = await enter('anna', room, slowly)
  await expect(anna.getByRole('log').getByRole('article').first()).toBeVisible()
  await field(anna, room).fill('Faster than the network')
  await anna.getByRole('button', { name: 'Schedule for later' }).click()
  await expect(anna.getByRole('menu', { name: 'Schedule for later' })).toBeVisible()
  await anna.keyboard.press('Escape')
  await expect(anna.getByRole('button', { name: 'Schedule for later' })).toBeFocused()

  const other = await enter('anna', room, slowly)
  await other.getByRole('button', { name: 'Channel actions' }).focus()
  await other.keyboard.press('Enter')
  await expect(other.getByRole('menuitem', { name: 'Members' })).toBeFocused()
  await other.keyboard.press('Escape')
  await expect(other.getByRole('button', { name: 'Channel actions' })).toBeFocused()

  const third = await enter('anna', room, slowly)
  await third.getByRole('button', { name: 'Insert a time' }).hover()
  await expect(third.locator('[data-tip-shown]')).toHaveText('Insert a time')
})

/** One that nobody in the demo is in. */
const OTHERS_WORKSPACE = `/client/${formatId('workspace', '123456789')}`
