import { demoRoom } from './support/demo.ts'
import { expect, test } from './support/journey.ts'

test('a script written into the page does not run, nor an address of a stranger load', async ({
  browser,
  baseURL,
  device,
  enter,
}) => {
  const { cookies } = await (await enter('anna', 'settings')).context().storageState()
  // A browser of its own: here refusals are what is wanted.
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), storageState: { cookies, origins: [] } })
  const page = await context.newPage()
  const answer = await page.goto(demoRoom('launch').path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'")
  const refused = await page.evaluate(async () => {
    const directives: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => directives.push(event.effectiveDirective))
    const host = document.createElement('div')
    document.body.append(host)
    host.innerHTML = '<img src="https://stranger.invalid/x.png" onerror="window.ran = true">'
    host.append(document.createRange().createContextualFragment('<script>window.ran = true</script>'))
    await fetch('https://stranger.invalid/').catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 500))
    return { directives, ran: 'ran' in window }
  })
  expect(refused.ran).toBe(false)
  expect(new Set(refused.directives)).toEqual(new Set(['img-src', 'script-src-elem', 'script-src-attr', 'connect-src']))
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
