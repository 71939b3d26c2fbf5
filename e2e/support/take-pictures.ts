/**
 * `node --import tsx e2e/support/take-pictures.ts FOLDER`: the pictures of the README and `docs/screenshots`, each on a
 * desktop and on a phone, light and dark. CARILLON_DEMO_FILE names the demo of a product that runs; take a fresh one, for
 * the messages that make it look lived in are posted first.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { wallIn } from './clock.ts'
import { callApi, demoRoom, demoUrl, person, postAs, scheduleAs, workspacePath } from './demo.ts'
import { signedIn, withChromium } from './sign-in.ts'

const folder = process.argv[2] ?? 'docs/screenshots'
const [general, launch] = [demoRoom('general'), demoRoom('launch')]
const SENT = 12
const now_s = Math.floor(Date.now() / 1000)

async function fill(): Promise<void> {
  // Sent while the first pictures are taken, where nobody of the pictures reads: what operations show.
  const { channel } = (await callApi('kenji', 'conversations.create', { name: 'tower' })) as { channel: { id: string } }
  for (let i = 0; i < SENT; i++)
    await callApi('kenji', 'chat.scheduleMessage', {
      ...{ channel: channel.id, text: `The tower bell rings ${i + 1}` },
      post_at: now_s + 20 + i * 5,
    })
  await postAs(
    'maya',
    launch,
    'Press has the text under embargo until 9:00 New York time. Nobody posts before that, please.',
  )
  await postAs(
    'priya',
    launch,
    'Changelog and status page are written. I scheduled mine from Bangalore and can sleep through it 🌙',
  )
  await postAs(
    'kenji',
    launch,
    'Both maintenance notices are in the schedule too: one at the first minute, one when we are done.',
  )
  const { ts } = await postAs(
    'diego',
    launch,
    'Then there is *nothing left to press* tomorrow. I like this way of launching.',
  )
  for (const [who, name] of [
    ['anna', 'tada'],
    ['maya', 'tada'],
    ['priya', 'bell'],
  ] as const)
    await callApi(who, 'reactions.add', { channel: launch.id, timestamp: ts, name })
  for (const [who, text] of [
    ['maya', 'Nothing but the coffee machine.'],
    ['kenji', `<@${person('maya').id}> mine is on a timer, too.`],
  ] as const)
    await callApi(who, 'chat.postMessage', { channel: launch.id, text, thread_ts: ts })
  await scheduleAs(
    'anna',
    general,
    'The office closes at 16:00 today. Whoever is last waters the fig tree.',
    now_s + 900,
  )
  await scheduleAs(
    'anna',
    launch,
    'We are live! 🎉 The announcement is out, the docs are open, and support is ready in every time zone. Thank you all.',
    at('America/New_York', 1, '09:00:00'),
  )
  await scheduleAs(
    'anna',
    launch,
    'Numbers of the first day: sign-ups, tickets, surprises.',
    at('Europe/Berlin', 2, '17:00:00'),
  )
  await scheduleAs(
    'anna',
    general,
    'Good morning! Planning starts in fifteen minutes.',
    at('Europe/Berlin', 7, '09:45:00'),
  )
}

/** So many days from today, at a time on the clock of `zone`. */
function at(zone: string, days: number, clock: string): number {
  return resolveSendAt(`${wallIn(zone, now_s + days * 86_400).date}T${clock}`, parseZone(zone)).sendAt
}

async function take(page: Page, shot: (name: string) => Promise<unknown>): Promise<void> {
  const field = page.getByRole('textbox', { name: `Message ${launch.title}` })
  for (const room of [general, launch]) await open(page, room.path)
  await field.fill('Last check: is everybody’s clock set to be quiet tonight?')
  await page.getByRole('button', { name: 'Schedule for later' }).click()
  await page.getByRole('menuitem', { name: 'Custom time…' }).waitFor()
  await shot('room')
  await page.getByRole('menuitem', { name: 'Custom time…' }).click()
  await page.getByRole('dialog', { name: 'Schedule message' }).waitFor()
  await shot('schedule')
  await page.keyboard.press('Escape')
  await field.fill('')
  await page.getByRole('log').getByRole('button', { name: 'Priya Nair', exact: true }).last().click()
  await shot('profile')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /2 replies/ }).click()
  await page.getByRole('region', { name: `Thread in ${launch.title}` }).waitFor()
  await shot('thread')
  await open(page, workspacePath('scheduled'))
  await shot('scheduled')
  // Where buttons for fingers would fill three lines it stands in a menu.
  const more = page.getByRole('button', { name: 'More actions' }).first()
  if (await more.isVisible()) {
    await more.click()
    await page.getByRole('menuitem', { name: 'History' }).click()
  } else await page.getByRole('button', { name: 'History' }).first().click()
  await page.getByRole('list', { name: 'History' }).waitFor()
  await shot('history')
  await open(page, workspacePath('scheduled'))
  await page.getByRole('button', { name: 'Week', exact: true }).click()
  await page.getByRole('button', { name: 'Next week' }).waitFor()
  await shot('week')
  await open(page, workspacePath('search?q=embargo'))
  await page.getByRole('list', { name: 'Results' }).getByRole('listitem').first().waitFor()
  await shot('search')
  await open(page, workspacePath('settings'))
  await shot('settings')
  await open(page, workspacePath('ops'))
  await page.locator('canvas').first().waitFor()
  await shot('operations')
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page
    .getByRole('status', { name: /^Loading/ })
    .first()
    .waitFor({ state: 'detached' })
}

const SIZES: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
}
/** For a machine that is busy with other things. */
const PATIENCE_MS = 90_000
/** Longer than any of the interface's movements. */
const CALM_MS = 800

mkdirSync(folder, { recursive: true })
await fill()
await withChromium(async (browser) => {
  const storageState = await signedIn(browser, 'anna', demoUrl())
  for (const [size, options] of Object.entries(SIZES)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = { baseURL: demoUrl(), timezoneId: person('anna').zone, storageState, colorScheme }
      const context = await browser.newContext({ ...look, ...options })
      context.setDefaultTimeout(PATIENCE_MS)
      const page = await context.newPage()
      await take(page, async (name) => {
        await page.waitForTimeout(CALM_MS)
        await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) })
      })
      await context.close()
    }
  }
})
