/**
 * `node --import tsx e2e/support/measure-frames.ts`: what typing and scrolling cost in a room of 50,000 messages, in
 * Chromium with its CPU slowed down four times. CARILLON_DEMO_FILE names the demo of a product that runs and that
 * `seed-states.ts` has filled; ROOM another room, SLOWER another factor, TRACE=1 where the time went as well, ONLY some
 * of the steps by their names.
 */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { demoUrl, roomNamed } from './demo.ts'
import { takeFrames, watchFrames, type Frames } from './frame-watch.ts'
import { readTrace, TRACED, type Traced } from './read-trace.ts'
import { signedIn, withChromium } from './sign-in.ts'

const SLOWER = Number(process.env.SLOWER ?? 4)
const ONLY = process.env.ONLY?.split(',')
/** About nine hundred messages, at the speed of somebody who looks for something far back. */
const FAR = { px: 28_800, px_per_s: 4_000 }
/** A wheel turned by twelve notches a second, as one reads. */
const READING = { px: 9_600, px_per_s: 1_200 }
const TEXT = 'The build is green again, and the figures of the third column are in the sheet. '
/** Eight keys a second: a quick typist. */
const BETWEEN_MS = 125
/** What the page does by itself after a change is over by then. */
const CALM_MS = 1_000
const IDLE_MS = 5_000
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
  await watchFrames(page)
  const scroll = (way: typeof FAR) => scrollBy(devtools, way)

  await measure(browser, page, 'nothing', () => page.waitForTimeout(IDLE_MS))
  await page.locator('textarea[data-composer]').focus()
  await measure(browser, page, 'typing', async () => {
    for (const key of TEXT) {
      await page.keyboard.press(key)
      await page.waitForTimeout(BETWEEN_MS)
    }
  })
  await page.getByRole('log').hover()
  await measure(browser, page, 'reading back', () => scroll(READING))
  await measure(browser, page, 'reading forward', () => scroll({ ...READING, px: -READING.px }))
  await measure(browser, page, 'scrolling far back', () => scroll(FAR))
  await measure(browser, page, 'scrolling far forward', () => scroll({ ...FAR, px: -FAR.px }))
  await watchGaps(page)
  await scroll(FAR)
  const { most_px, empty, frames } = await emptiness(page)
  console.log(
    `without rows while scrolling back once more: part of the list in ${empty} of ${frames} frames, at most ${Math.round(most_px)} px`,
  )
  console.log(`rows drawn: ${await page.getByRole('log').getByRole('article').count()}`)
  await drawPlainRows(page)
  await measure(browser, page, 'plain rows without the product, far back', () => scroll(FAR))
})

/** As a wheel or a finger does it: a step with every frame, at the same speed all the way. Backward is positive. */
function scrollBy(devtools: CDPSession, { px, px_per_s }: typeof FAR): Promise<unknown> {
  return devtools.send('Input.synthesizeScrollGesture', {
    x: 800,
    y: 400,
    yDistance: px,
    speed: px_per_s,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
}

/** Twice: as it is, for the frames that the browser tells by itself, and traced, which costs time of its own. */
async function measure(browser: Browser, page: Page, what: string, work: () => Promise<unknown>): Promise<void> {
  if (ONLY && !ONLY.some((name) => what.includes(name))) return
  await page.waitForTimeout(CALM_MS)
  await takeFrames(page)
  await work()
  tell(what, await takeFrames(page))
  await page.waitForTimeout(CALM_MS)
  if (!process.env.TRACE) return
  await browser.startTracing(page, { categories: TRACED })
  await work()
  await page.waitForTimeout(CALM_MS)
  tellTraced(readTrace((await browser.stopTracing()).toString()))
}

/**
 * What this browser on this machine takes for the same way when nothing but itself works: the rows that are drawn now,
 * copied until they reach as far, in a list without script.
 */
function drawPlainRows(page: Page): Promise<void> {
  return page.evaluate((px) => {
    const log = document.querySelector<HTMLElement>('[role=log]')
    const rows = [...(log?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
    if (!log || rows.length === 0) throw new Error('there are no rows to copy')
    const plain = log.cloneNode(false) as HTMLElement
    while (plain.childElementCount * 30 < px + 2_000)
      for (const row of rows) {
        const copy = row.cloneNode(true) as HTMLElement
        copy.style.position = 'relative'
        copy.style.top = '0'
        plain.append(copy)
      }
    log.replaceWith(plain)
    plain.scrollTop = plain.scrollHeight
  }, FAR.px)
}

/** How much of the list has no row to show: looked at with each frame, which costs too much to be done while measuring. */
function watchGaps(page: Page): Promise<void> {
  return page.evaluate(() => {
    const log = document.querySelector('[role=log]')
    // A method: a function with a name would ask for a helper of the compiler, which the page does not have.
    const seen = {
      most_px: 0,
      empty: 0,
      frames: 0,
      look() {
        if (!log?.isConnected) return
        const box = log.getBoundingClientRect()
        const edges = [...log.querySelectorAll('[data-key]')].map((row) => row.getBoundingClientRect())
        const above = Math.min(...edges.map(({ top }) => top)) - box.top
        const below = box.bottom - Math.max(...edges.map(({ bottom }) => bottom))
        seen.most_px = Math.max(seen.most_px, above, below)
        seen.frames += 1
        if (above > 0 || below > 0) seen.empty += 1
        requestAnimationFrame(() => seen.look())
      },
    }
    Object.assign(window, { emptiness: seen })
    seen.look()
  })
}

type Emptiness = { most_px: number; empty: number; frames: number }
function emptiness(page: Page): Promise<Emptiness> {
  return page.evaluate(() => {
    const { most_px, empty, frames } = (window as unknown as { emptiness: Emptiness }).emptiness
    return { most_px, empty, frames }
  })
}

function over(list: number[]): number {
  return list.filter((ms) => ms > BUDGET_MS).length
}

function longest(list: number[]): string {
  const sorted = list.toSorted((a, b) => b - a).slice(0, 5)
  return sorted.map((ms) => Math.round(ms)).join(', ')
}

function tell(what: string, { long, gaps_ms }: Frames): void {
  const held = long.filter(({ blocked_ms }) => blocked_ms > 0)
  console.log(`${what}: ${gaps_ms.length} frames, ${over(gaps_ms)} more than ${BUDGET_MS} ms after the one before`)
  console.log(`  longest ${longest(gaps_ms)} ms; the page itself was busy for over ${BUDGET_MS} ms in ${held.length}`)
  for (const { ms, blocked_ms, script } of held.toSorted((a, b) => b.blocked_ms - a.blocked_ms).slice(0, 5))
    console.log(`  busy for ${Math.round(blocked_ms) + BUDGET_MS} ms in a frame of ${Math.round(ms)} ms, ${script}`)
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
