/**
 * `node --import tsx e2e/support/measure-frames.ts`: what typing and scrolling cost in a room of 50,000 messages, in
 * Chromium with its CPU slowed down four times. CARILLON_DEMO_FILE names the demo of a product that runs and that
 * `seed-states.ts` has filled; ROOM another room, SLOWER another factor.
 */
import type { Browser, Page } from '@playwright/test'
import { demoUrl, roomNamed } from './demo.ts'
import { readTrace, TRACED, type Traced } from './read-trace.ts'
import { signedIn, withChromium } from './sign-in.ts'

const SLOWER = Number(process.env.SLOWER ?? 4)
const TICKS = 120
const TICK_PX = 240
const TEXT = 'The build is green again, and the figures of the third column are in the sheet. '
const BETWEEN_MS = 60
/** What the page does by itself after a change is over by then. */
const CALM_MS = 1_000
const BUDGET_MS = 50

await withChromium(async (browser) => {
  const storageState = await signedIn(browser, 'anna', demoUrl())
  const context = await browser.newContext({
    baseURL: demoUrl(),
    storageState,
    viewport: { width: 1280, height: 800 },
  })
  const page = await context.newPage()
  await page.goto((await roomNamed('anna', process.env.ROOM ?? 'long-history')).path)
  await page.getByRole('log').getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await watchLongFrames(page)

  await page.locator('textarea[data-composer]').focus()
  await measure(browser, page, 'typing', async () => {
    for (const key of TEXT) {
      await page.keyboard.press(key)
      await page.waitForTimeout(BETWEEN_MS)
    }
  })
  await page.getByRole('log').hover()
  const scroll = async (px: number) => {
    for (let i = 0; i < TICKS; i++) {
      await page.mouse.wheel(0, px)
      await page.waitForTimeout(BETWEEN_MS)
    }
  }
  await measure(browser, page, 'scrolling back', () => scroll(-TICK_PX))
  await measure(browser, page, 'scrolling forward', () => scroll(TICK_PX))
  await watchGaps(page)
  await scroll(-TICK_PX)
  console.log(`without rows while scrolling back once more: at most ${await mostEmpty(page)} px of the list`)
  console.log(`rows drawn: ${await page.getByRole('log').getByRole('article').count()}`)
})

/** `told`: frames in which the page was held for more than 50 ms, as the browser itself reports them. */
type LongFrame = { ms: number; script: string }

async function measure(browser: Browser, page: Page, what: string, work: () => Promise<void>): Promise<void> {
  await page.waitForTimeout(CALM_MS)
  await takeLongFrames(page)
  await browser.startTracing(page, { categories: TRACED })
  await work()
  await page.waitForTimeout(CALM_MS)
  const traced = readTrace((await browser.stopTracing()).toString())
  tell(what, traced, await takeLongFrames(page))
}

function watchLongFrames(page: Page): Promise<void> {
  return page.evaluate(() => {
    const seen: LongFrame[] = []
    Object.assign(window, { longFrames: seen })
    type Told = PerformanceEntry & { scripts: { duration: number; sourceURL: string; invoker: string }[] }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Told[]) {
        const worst = entry.scripts.toSorted((a, b) => b.duration - a.duration)[0]
        const script = worst ? `${Math.round(worst.duration)} ms of it ${worst.invoker}` : 'layout and paint'
        seen.push({ ms: entry.duration, script })
      }
    }).observe({ type: 'long-animation-frame', buffered: false })
  })
}

function takeLongFrames(page: Page): Promise<LongFrame[]> {
  return page.evaluate(() => (window as unknown as { longFrames: LongFrame[] }).longFrames.splice(0))
}

/** How much of the list has no row to show: looked at with each frame, which costs too much to be done while measuring. */
function watchGaps(page: Page): Promise<void> {
  return page.evaluate(() => {
    const log = document.querySelector('[role=log]')
    // A method: a function with a name would ask for a helper of the compiler, which the page does not have.
    const seen = {
      most_px: 0,
      look() {
        const box = log?.getBoundingClientRect()
        const edges = [...(log?.querySelectorAll('[data-key]') ?? [])].map((row) => row.getBoundingClientRect())
        const above = Math.min(...edges.map(({ top }) => top)) - (box?.top ?? 0)
        const below = (box?.bottom ?? 0) - Math.max(...edges.map(({ bottom }) => bottom))
        seen.most_px = Math.max(seen.most_px, above, below)
        requestAnimationFrame(() => seen.look())
      },
    }
    Object.assign(window, { emptiness: seen })
    seen.look()
  })
}

function mostEmpty(page: Page): Promise<number> {
  return page.evaluate(() => Math.round((window as unknown as { emptiness: { most_px: number } }).emptiness.most_px))
}

function tell(what: string, { tasks, drawn_ms }: Traced, long: LongFrame[]): void {
  const gaps = drawn_ms.slice(1).map((at, i) => at - (drawn_ms[i] ?? at))
  const over = (list: number[]) => list.filter((ms) => ms > BUDGET_MS).length
  const longest = (list: number[]) =>
    list
      .toSorted((a, b) => b - a)
      .slice(0, 5)
      .map((ms) => Math.round(ms))
      .join(', ')
  const held = tasks.map(({ ms }) => ms)
  console.log(
    `${what}: ${over(long.map(({ ms }) => ms))} long animation frames; longest ${longest(long.map(({ ms }) => ms))} ms`,
  )
  console.log(`  ${tasks.length} tasks of the page, ${over(held)} over ${BUDGET_MS} ms; longest ${longest(held)} ms`)
  console.log(
    `  ${gaps.length + 1} frames drawn, ${over(gaps)} more than ${BUDGET_MS} ms apart; longest ${longest(gaps)} ms`,
  )
  for (const { ms, script } of long.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    console.log(`  frame of ${Math.round(ms)} ms, ${script}`)
  for (const { ms, parts } of tasks
    .filter((task) => task.ms > BUDGET_MS)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 8))
    console.log(
      `  task of ${Math.round(ms)} ms: ${parts.map((part) => `${part.name} ${Math.round(part.ms)}`).join(', ')}`,
    )
}
