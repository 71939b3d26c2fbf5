/** A slow network: the shape of what comes stands at once, nothing jumps when it is there, and what is typed meanwhile stays. */
import type { BrowserContext, Page } from '@playwright/test'
import { makeRoom, postAs, workspacePath } from './support/demo.ts'
import { expect, test } from './support/journey.ts'
import { slowNetwork } from './support/network.ts'
import { bubble, field, sidebar } from './support/room.ts'

const SIZES = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
} as const
const SAID = Array.from(
  { length: 14 },
  (_, at) => `Line ${at}: ${'the harbour lights stay on until the last boat is in. '.repeat(1 + (at % 3))}`,
)
/** The browser's own measure of what moved without being asked to: of a page that holds still, a hundredth. */
const STILL = 0.01

for (const [size, look] of Object.entries(SIZES))
  test(`a first visit over a slow network: an outline, then the page, and nothing jumps, ${size}`, async ({
    enter,
    device,
  }, info) => {
    test.slow()
    const { cookies } = await (await enter('anna', 'settings')).context().storageState()
    // Its own: what other journeys leave in a room of the demo is not what is measured.
    const room = await makeRoom(`slow-${size}`, ['kenji'])
    for (const [at, words] of SAID.entries()) await postAs(at % 2 === 0 ? 'kenji' : 'anna', room, words)
    const pages = [
      [room.path, (page: Page) => page.getByRole('log').getByRole('article').last()],
      [workspacePath('scheduled'), (page: Page) => page.getByRole('tab', { name: /^Scheduled/ })],
      [
        workspacePath('people'),
        (page: Page) => page.getByRole('list', { name: 'People' }).getByRole('listitem').last(),
      ],
      [workspacePath('settings'), (page: Page) => page.getByRole('form', { name: 'Workspace settings' })],
    ] as const
    for (const [path, content] of pages) {
      const fresh = await device({ ...look, timezoneId: 'Europe/Berlin', storageState: { cookies, origins: [] } })
      await slowNetwork(fresh)
      await watchShifts(fresh)
      const page = await fresh.newPage()
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByRole('status', { name: /^Loading/ }).first()).toBeVisible({ timeout: 20_000 })
      await page.screenshot({ path: info.outputPath(`${size}${path.replaceAll('/', '-')}-loading.png`) })
      await expect(content(page)).toBeVisible({ timeout: 20_000 })
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: info.outputPath(`${size}${path.replaceAll('/', '-')}.png`) })
      const shifts = await shiftsOf(page)
      expect.soft(shifts.sum, `${path}: ${shifts.told}`).toBeLessThan(STILL)
      await fresh.close()
    }
  })

test('what is typed while the rest is on its way stays, is sent once, and the next conversation opens over it', async ({
  enter,
}) => {
  const [room, other] = [await makeRoom('slowly', ['kenji']), await makeRoom('slowly-next', ['kenji'])]
  await postAs('kenji', room, 'Are you there?')
  await postAs('kenji', other, 'And here?')
  const kenji = await enter('kenji', room)
  const anna = await enter('anna', room, { prepare: slowNetwork })
  await field(anna, room).pressSequentially('On a train, in a tunnel')
  await expect(bubble(anna, room, 'Are you there?')).toHaveCount(1)
  await expect(field(anna, room)).toHaveValue('On a train, in a tunnel')
  await field(anna, room).press('Enter')
  await expect(field(anna, room)).toHaveValue('')
  await expect(bubble(kenji, room, 'On a train')).toHaveCount(1)
  await expect(bubble(anna, room, 'On a train')).toHaveCount(1)
  await expect(bubble(anna, room, 'On a train')).not.toContainText('Sending…')
  await sidebar(anna)
    .getByRole('link', { name: new RegExp(other.name) })
    .click()
  await expect(bubble(anna, other, 'And here?')).toHaveCount(1)
  await expect(field(anna, other)).toHaveValue('')
})

type Shifts = { sum: number; told: string }

/** Before the page's first script: what moves by itself is counted from its first frame on. */
const watchShifts = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const seen = { sum: 0, told: '' }
    Object.assign(window, { shifts: seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as Shift[]) {
        if (entry.hadRecentInput) continue
        seen.sum += entry.value
        for (const { node, previousRect: was, currentRect: is } of entry.sources) {
          const tag = node instanceof Element ? node.cloneNode(false) : node?.parentElement?.cloneNode(false)
          const html = tag instanceof Element ? tag.outerHTML.slice(0, 160) : 'gone'
          seen.told += `\n${entry.value.toFixed(4)} ${was.x},${was.y} ${was.width}x${was.height} -> ${is.x},${is.y} ${is.width}x${is.height} ${html}`
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
    type Shift = {
      value: number
      hadRecentInput: boolean
      sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
    }
  })

const shiftsOf = (page: Page): Promise<Shifts> => page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts)
