/**
 * `node --import tsx e2e/support/measure-room.ts`: what opening the room costs, in Chromium. Script of a first load as it
 * travels (compressed), then how long a later visit takes to show messages from the device's own store.
 * CARILLON_DEMO_FILE names the demo of a product that runs.
 */
import { demoRoom, demoUrl } from './demo.ts'
import { openFromStore, scriptsUntilRoomStands } from './first-load.ts'
import { signedIn, withChromium } from './sign-in.ts'

const VISITS = 5

await withChromium(async (browser) => {
  const device = { baseURL: demoUrl(), storageState: await signedIn(browser, 'anna', demoUrl()) }
  const room = demoRoom('launch')
  const page = await (await browser.newContext(device)).newPage()
  const scripts = await scriptsUntilRoomStands(page, room)
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1).padStart(7)} kB`
  for (const { path, sent_bytes } of scripts) console.log(`${kB(sent_bytes)}  ${path}`)
  const total = scripts.reduce((sum, { sent_bytes }) => sum + sent_bytes, 0)
  console.log(`${kB(total)}  script as sent until the room stands, ${scripts.length} files`)

  const times: number[] = []
  await page.waitForLoadState('networkidle')
  for (let i = 0; i < VISITS; i++) times.push(await openFromStore(page))
  console.log(`open from the device's store: ${times.map((ms) => Math.round(ms)).join(', ')} ms`)
})
