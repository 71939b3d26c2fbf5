/**
 * `node --import tsx e2e/support/measure-frames.ts`: the longest frames while typing and scrolling in a room of 50,000
 * messages, in Chromium with its CPU slowed down four times. CARILLON_DEMO_FILE names the demo of a product that runs and
 * that `seed-states.ts` has filled; ROOM another room, SLOWER another factor.
 */
import { chromium, type Page } from '@playwright/test'
import { findChromium } from '#scripts/provision/chromium.mjs'
import { demoUrl, person, roomNamed } from './demo.ts'

const SLOWER = Number(process.env.SLOWER ?? 4)
const TICKS = 120
const TICK_PX = 240
const TEXT = 'The build is green again, and the figures of the third column are in the sheet. '
const BETWEEN_MS = 60

const executablePath = findChromium()
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-dev-shm-usage'],
})
try {
  const context = await browser.newContext({ baseURL: demoUrl(), viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await enter(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await page.waitForTimeout(5_000)
  await watchFrames(page)

  await page.locator('textarea[data-composer]').focus()
  await takeFrames(page)
  for (const key of TEXT) {
    await page.keyboard.insertText(key)
    await page.waitForTimeout(BETWEEN_MS)
  }
  tell('typing', await takeFrames(page))

  await page.getByRole('log').hover()
  await page.waitForTimeout(500)
  await takeFrames(page)
  for (let i = 0; i < TICKS; i++) {
    await page.mouse.wheel(0, -TICK_PX)
    await page.waitForTimeout(BETWEEN_MS)
  }
  tell('scrolling back', await takeFrames(page))
  for (let i = 0; i < TICKS; i++) {
    await page.mouse.wheel(0, TICK_PX)
    await page.waitForTimeout(BETWEEN_MS)
  }
  tell('scrolling forward', await takeFrames(page))
  console.log(`rows drawn: ${await page.getByRole('log').getByRole('article').count()}`)
} finally {
  await browser.close()
}

async function enter(page: Page): Promise<void> {
  const { email, password } = person('anna')
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/client\//)
  await page.goto((await roomNamed('anna', process.env.ROOM ?? 'long-history')).path)
  await page.getByRole('log').getByRole('article').first().waitFor()
}

/** `long`: frames in which the main thread was held for more than 50 ms, as the browser reports them. */
type Frames = { frames: number; gaps: number[]; long: { ms: number; script: string }[] }

function watchFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen: Frames = { frames: 0, gaps: [], long: [] }
    Object.assign(window, { seenFrames: seen })
    // A method: a function with a name would ask for a helper of the compiler, which the page does not have.
    const beat = {
      last: performance.now(),
      frame(now: number) {
        seen.frames++
        seen.gaps.push(now - beat.last)
        beat.last = now
        requestAnimationFrame((next) => beat.frame(next))
      },
    }
    requestAnimationFrame((now) => beat.frame(now))
    type LongFrame = PerformanceEntry & { scripts: { duration: number; sourceURL: string; invoker: string }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LongFrame[]) {
        const worst = entry.scripts.toSorted((a, b) => b.duration - a.duration)[0]
        const script = worst ? `${Math.round(worst.duration)} ms of it ${worst.invoker}` : 'layout and paint'
        seen.long.push({ ms: entry.duration, script })
      }
    }).observe({ type: 'long-animation-frame', buffered: false })
  })
}

function takeFrames(page: Page): Promise<Frames> {
  return page.evaluate(async () => {
    await new Promise((later) => setTimeout(later, 300))
    const seen = (window as unknown as { seenFrames: Frames }).seenFrames
    const taken = { ...seen, gaps: [...seen.gaps], long: [...seen.long] }
    Object.assign(seen, { frames: 0, gaps: [], long: [] })
    return taken
  })
}

function tell(what: string, { frames, gaps, long }: Frames): void {
  const sorted = gaps.toSorted((a, b) => b - a).map((ms) => Math.round(ms))
  console.log(`${what}: ${frames} frames, longest ${sorted.slice(0, 5).join(', ')} ms apart; ${long.length} over 50 ms`)
  for (const { ms, script } of long.toSorted((a, b) => b.ms - a.ms).slice(0, 8))
    console.log(`  ${Math.round(ms)} ms, ${script}`)
}
