/**
 * Browser tests against the whole product: `support/start-product.ts` starts it with private servers and a fresh demo in a
 * temporary folder, and tells the tests its address (CARILLON_URL) and the file with the demo's sign-ins (CARILLON_DEMO_FILE).
 * CARILLON_E2E_URL and CARILLON_DEMO_FILE point them at a product that runs already.
 */
import { defineConfig } from '@playwright/test'
import { findChromium } from '#scripts/provision/chromium.mjs'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/browser',
  globalSetup: './support/start-product.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 1,
  // A machine that others share can starve a browser for seconds. What passes at its second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL: process.env.CARILLON_URL ?? '',
    screenshot: 'only-on-failure',
    // Without film strips: what stood on the page, its requests and its console are enough.
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-gpu',
        '--disable-background-networking',
        '--no-first-run',
      ],
    },
  },
})
