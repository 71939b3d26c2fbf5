import { demoRoom } from './support/demo.ts'
import { expect, test } from './support/journey.ts'

test('a script that got into the page does not run, nor is a stranger asked for anything', async ({
  browser,
  baseURL,
  enter,
}) => {
  const { cookies } = await (await enter('anna', 'settings')).context().storageState()
  // A browser of its own: here refusals are what is wanted.
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), storageState: { cookies, origins: [] } })
  const page = await context.newPage()
  await page.route(demoRoom('launch').path, async (route) => {
    const response = await route.fetch()
    const injected = '<script>window.injected = true</script><img src="/nothing" onerror="window.injected = true">'
    await route.fulfill({ response, body: (await response.text()).replace('</body>', `${injected}</body>`) })
  })
  await page.addInitScript(() => {
    const refused: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
    Object.assign(window, { refused })
  })
  await page.goto(demoRoom('launch').path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(async () => {
    new Image().src = 'https://stranger.invalid/x.png'
    await fetch('https://stranger.invalid/').catch(() => undefined)
  })
  const refused = async () => new Set(await page.evaluate(() => (window as unknown as { refused: string[] }).refused))
  await expect.poll(refused).toEqual(new Set(['script-src-elem', 'script-src-attr', 'img-src', 'connect-src']))
  expect(await page.evaluate(() => 'injected' in window)).toBe(false)
  await context.close()
})

test('each answer has a nonce of its own', async ({ enter }) => {
  const page = await enter('anna', 'settings')
  const nonces = new Set<string | undefined>()
  for (let n = 0; n < 3; n++) {
    const answer = await page.goto('/sign-in')
    nonces.add(/'nonce-([^']+)'/.exec(answer?.headers()['content-security-policy'] ?? '')?.[1])
  }
  expect(nonces.size).toBe(3)
  expect(nonces.has(undefined)).toBe(false)
})
