/**
 * `test` for journeys: `device()` is a browser of its own, `enter()` one in which somebody from the demo is signed in.
 * An error that no code of a page caught fails the journey, whatever the screen shows.
 */
import {
  test as base,
  expect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test'
import { person, workspacePath, type PersonKey, type Room } from './demo.ts'

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
      devices.push(device)
      return device
    })
    await Promise.all(devices.map((device) => device.close()))
    expect(errors, 'errors that no code of a page caught').toEqual([])
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

type Cookies = Awaited<ReturnType<BrowserContext['storageState']>>
const sessions = new Map<string, Cookies>()

/** One session per person and run: signing in is a journey of its own and limited per minute. */
async function signedIn(browser: Browser, who: PersonKey, baseURL: string | undefined): Promise<Cookies> {
  const { email, password } = person(who)
  const known = sessions.get(password)
  if (known) return known
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const page = await context.newPage()
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/client\//)
  const { cookies } = await context.storageState()
  await context.close()
  const fresh = { cookies, origins: [] }
  sessions.set(password, fresh)
  return fresh
}
