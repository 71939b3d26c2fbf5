/**
 * `node --import tsx e2e/support/measure-frames.ts`: what typing and scrolling cost in a room of 50,000 messages, in
 * Chromium with its CPU slowed down four times. CARILLON_DEMO_FILE names the demo of a product that runs and that
 * `seed-states.ts` has filled; ROOM another room, SLOWER another factor, TRACE=1 where the time went as well.
 */
import type { Browser, Page } from '@playwright/test'
import { demoUrl, roomNamed } from './demo.ts'
import { readTrace, TRACED, type Traced } from './read-trace.ts'
import { signedIn, withChromium } from './sign-in.ts'

const SLOWER = Number(process.env.SLOWER ?? 4)
/** About nine hundred messages, at the speed of somebody who looks for something far back. */
const WAY_PX = 28_800
const SPEED_PX = 4_000
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
  /** As a wheel or a finger does it: a step with every frame, at the same speed all the way. */
  const scroll = (px: number) =>
    devtools.send('Input.synthesizeScrollGesture', {
      x: 800,
      y: 400,
      yDistance: -px,
      speed: SPEED_PX,
      gestureSourceType: 'mouse',
      preventFling: true,
    })
  await measure(browser, page, 'scrolling back', () => scroll(-WAY_PX))
  await measure(browser, page, 'scrolling forward', () => scroll(WAY_PX))
  await watchGaps(page)
  await scroll(-WAY_PX)
  console.log(`without rows while scrolling back once more: at most ${await mostEmpty(page)} px of the list`)
  console.log(`rows drawn: ${await page.getByRole('log').getByRole('article').count()}`)
})

/** A frame in which the page was held for more than 50 ms, as the browser itself reports it. */
type LongFrame = { ms: number; script: string }

/** Twice: as it is, for the long frames that the browser tells by itself, and traced, which costs time of its own. */
async function measure(browser: Browser, page: Page, what: string, work: () => Promise<unknown>): Promise<void> {
  await page.waitForTimeout(CALM_MS)
  await takeLongFrames(page)
  await work()
  await page.waitForTimeout(CALM_MS)
  tellLong(what, await takeLongFrames(page))
  if (!process.env.TRACE) return
  await browser.startTracing(page, { categories: TRACED })
  await work()
  await page.waitForTimeout(CALM_MS)
  tellTraced(readTrace((await browser.stopTracing()).toString()))
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

function over(list: number[]): number {
  return list.filter((ms) => ms > BUDGET_MS).length
}

function longest(list: number[]): string {
  const sorted = list.toSorted((a, b) => b - a).slice(0, 5)
  return sorted.map((ms) => Math.round(ms)).join(', ')
}

function tellLong(what: string, long: LongFrame[]): void {
  const lengths = long.map(({ ms }) => ms)
  console.log(`${what}: ${over(lengths)} frames over ${BUDGET_MS} ms; longest ${longest(lengths)} ms`)
  for (const { ms, script } of long.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    console.log(`  frame of ${Math.round(ms)} ms, ${script}`)
}

function tellTraced({ tasks, drawn_ms }: Traced): void {
  const gaps = drawn_ms.slice(1).map((at, i) => at - (drawn_ms[i] ?? at))
  const held = tasks.map(({ ms }) => ms)
  console.log(
    `  traced: ${tasks.length} tasks of the page, ${over(held)} over ${BUDGET_MS} ms; longest ${longest(held)} ms`,
  )
  console.log(
    `  traced: ${gaps.length + 1} frames drawn, ${over(gaps)} more than ${BUDGET_MS} ms apart; longest ${longest(gaps)} ms`,
  )
  for (const { ms, parts } of tasks
    .filter((task) => task.ms > BUDGET_MS)
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 6))
    console.log(
      `  task of ${Math.round(ms)} ms: ${parts.map((part) => `${part.name} ${Math.round(part.ms)}`).join(', ')}`,
    )
}
