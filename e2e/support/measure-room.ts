/**
 * `node --import tsx e2e/support/measure-room.ts`: what opening the room costs, in Chromium. Script of a first load as it
 * travels (compressed), then how long a later visit takes to show messages from the device's own store.
 * CARILLON_DEMO_FILE names the demo of a product that runs.
 */
import { chromium, type Page } from '@playwright/test'
import { gzipSync } from 'node:zlib'
import { findChromium } from '#scripts/provision/chromium.mjs'
import { demoRoom, demoUrl, person, type Room } from './demo.ts'

const VISITS = 5
const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const context = await browser.newContext({ baseURL: demoUrl() })
  const page = await context.newPage()
  await signIn(page)
  const room = demoRoom('launch')
  const { cookies } = await context.storageState()
  const newcomer = await browser.newContext({ baseURL: demoUrl(), storageState: { cookies, origins: [] } })
  const fresh = await newcomer.newPage()
  const scripts = await scriptsOf(fresh, room)
  for (const { name, gzip } of scripts) console.log(`${(gzip / 1000).toFixed(1).padStart(7)} kB  ${name}`)
  const total = scripts.reduce((sum, { gzip }) => sum + gzip, 0)
  console.log(
    `${(total / 1000).toFixed(1).padStart(7)} kB  script until the messages stand, gzip, ${scripts.length} files`,
  )

  const times: number[] = []
  for (let i = 0; i < VISITS; i++) times.push(await openAgain(page, room))
  console.log(`open from the device's store: ${times.map((ms) => Math.round(ms)).join(', ')} ms`)
} finally {
  await browser.close()
}

async function signIn(page: Page): Promise<void> {
  const { email, password } = person('anna')
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/client\//)
}

async function scriptsOf(page: Page, room: Room): Promise<{ name: string; gzip: number }[]> {
  const bodies = new Map<string, Promise<number>>()
  let counting = true
  page.on('response', (response) => {
    if (!counting || response.request().resourceType() !== 'script') return
    bodies.set(
      response.url(),
      response.body().then((body) => gzipSync(body, { level: 6 }).length),
    )
  })
  await page.goto(room.path)
  await page.getByRole('log').getByRole('article').first().waitFor()
  counting = false
  return Promise.all([...bodies].map(async ([url, size]) => ({ name: new URL(url).pathname, gzip: await size })))
}

/** From the start of the navigation until the first message is drawn. */
async function openAgain(page: Page, room: Room): Promise<number> {
  await page.goto(room.path)
  await page.getByRole('log').getByRole('article').first().waitFor()
  await page.addInitScript(() => {
    new MutationObserver((_, watch) => {
      if (!document.querySelector('[role=log] article')) return
      watch.disconnect()
      requestAnimationFrame(() => performance.mark('messages'))
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await page.waitForFunction(() => performance.getEntriesByName('messages').length > 0)
  return page.evaluate(() => performance.getEntriesByName('messages')[0]?.startTime ?? 0)
}
