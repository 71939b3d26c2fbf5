/**
 * `node --import tsx e2e/support/measure-room.ts`: what opening the room costs, in Chromium. Script of a first load as it
 * travels (compressed), then how long a later visit takes to show messages from the device's own store.
 * CARILLON_DEMO_FILE names the demo of a product that runs.
 */
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '#scripts/provision/chromium.mjs'
import { demoRoom, demoUrl, person } from './demo.ts'
import { openFromStore, scriptsUntilRoomStands } from './first-load.ts'

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
  const scripts = await scriptsUntilRoomStands(fresh, room)
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`
  for (const { path, sent_bytes } of scripts) console.log(`${kB(sent_bytes)}  ${path}`)
  const total = scripts.reduce((sum, { sent_bytes }) => sum + sent_bytes, 0)
  console.log(`${kB(total)}  script as sent until the room stands, ${scripts.length} files`)

  const times: number[] = []
  await page.goto(room.path)
  await page.getByRole('log').getByRole('article').first().waitFor()
  for (let i = 0; i < VISITS; i++) times.push(await openFromStore(page))
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
