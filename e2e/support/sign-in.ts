/** The one way somebody from the demo signs in, for journeys and for the programs of this folder. */
import { chromium, type Browser, type BrowserContext } from '@playwright/test'
import { findChromium } from '#scripts/provision/chromium.mjs'
import { person, type PersonKey } from './demo.ts'

export type SignedIn = Pick<Awaited<ReturnType<BrowserContext['storageState']>>, 'cookies' | 'origins'>
const sessions = new Map<string, SignedIn>()

/** One session per person and run: signing in is a journey of its own and limited per minute. */
export async function signedIn(browser: Browser, who: PersonKey, baseURL: string | undefined): Promise<SignedIn> {
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

/** A Chromium for programs, ended whatever becomes of their work. */
export async function withChromium(work: (browser: Browser) => Promise<void>): Promise<void> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    await work(browser)
  } finally {
    await browser.close()
  }
}
