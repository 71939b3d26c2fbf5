/**
 * `test` for journeys: `device()` is a browser of its own, `enter()` one in which somebody from the demo is signed in.
 * An error that no code of a page caught, and anything the content security policy refused, fails the journey, whatever the
 * screen shows.
 */
import { test as base, expect, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test'
import { person, workspacePath, type PersonKey, type Room } from './demo.ts'
import { signedIn } from './sign-in.ts'

type Place = Room | 'scheduled' | 'browse' | 'people' | 'settings' | 'ops' | ''
type Options = BrowserContextOptions & {
  /** What the device is like, before its first page. */
  prepare?: (device: BrowserContext) => Promise<unknown>
}
type Fixtures = {
  device: (options?: BrowserContextOptions) => Promise<BrowserContext>
  enter: (who: PersonKey, place: Place, options?: Options) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  device: async ({ browser, baseURL }, use) => {
    const devices: BrowserContext[] = []
    const errors: Error[] = []
    await use(async (options = {}) => {
      const device = await browser.newContext({ ...(baseURL ? { baseURL } : {}), ...options })
      device.on('weberror', (error) => errors.push(error.error()))
      device.on('console', (line) => {
        if (line.text().includes('Content Security Policy')) errors.push(new Error(line.text()))
      })
      devices.push(device)
      return device
    })
    // A request that is on its way while its device is closed is nobody's fault; some journeys have closed theirs.
    await Promise.allSettled(devices.map((device) => device.unrouteAll({ behavior: 'ignoreErrors' })))
    await Promise.all(devices.map((device) => device.close()))
    expect(errors, 'errors that no code of a page caught, and refusals of the policy').toEqual([])
  },
  enter: async ({ browser, baseURL, device }, use) => {
    await use(async (who, place, { prepare, ...options } = {}) => {
      const storageState = await signedIn(browser, who, baseURL)
      const context = await device({ timezoneId: person(who).zone, ...options, storageState })
      await prepare?.(context)
      return openPlace(context, place)
    })
  },
})
export { expect }

/** @returns once the place is there and live */
export async function openPlace(context: BrowserContext, place: Place): Promise<Page> {
  const page = await context.newPage()
  await page.goto(typeof place === 'string' ? workspacePath(place) : place.path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}
