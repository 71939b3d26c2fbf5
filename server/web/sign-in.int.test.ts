import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTestWebServer, openBrowser } from '#server/testing/browser.ts'
import { useTestWorld } from '#server/testing/test-world.ts'

const world = useTestWorld()
const somewhere = () => ({ email: `${randomUUID()}@example.test`, password: 'correct horse' })

describe('signing up', () => {
  test('signs in, and the session says who it is', async () => {
    const browser = openBrowser(createTestWebServer(world().resources))
    const { email } = await browser.signUp('Ana')
    expect((await browser.query('session.me')).data).toMatchObject({ name: 'Ana', email })
  })

  test.each([
    ['a short password', { name: 'Ana', email: 'a@example.test', password: 'ninechars' }],
    ['no name', { name: ' ', email: 'b@example.test', password: 'correct horse' }],
    ['no e-mail', { name: 'Ana', email: 'nobody', password: 'correct horse' }],
  ])('is refused with %s', async (_, account) => {
    const browser = openBrowser(createTestWebServer(world().resources))
    expect((await browser.auth('sign-up/email', account)).status).toBe(400)
    expect((await browser.query('session.me')).data).toBeNull()
  })

  test('with an address that has an account is refused', async () => {
    const web = createTestWebServer(world().resources)
    const { email } = await openBrowser(web).signUp()
    expect(
      (await openBrowser(web).auth('sign-up/email', { name: 'Eve', email, password: 'another password' })).status,
    ).toBe(422)
  })

  test('stores no password that could be read', async () => {
    const r = world().resources
    await openBrowser(createTestWebServer(r)).signUp('Ana', `${randomUUID()}@example.test`, 'canary-password-1')
    const [rows] = await r.mysql.read.query('SELECT * FROM auth_account')
    expect(JSON.stringify(rows)).not.toContain('canary-password')
  })
})

describe('the session cookie', () => {
  const attributes = async (appUrl: string) => {
    const browser = openBrowser(createTestWebServer(world().resources, { APP_URL: appUrl }))
    const answer = await browser.auth('sign-up/email', { name: 'Ana', ...somewhere() })
    return { cookie: answer.headers.getSetCookie().join('\n'), cache: answer.headers.get('cache-control') }
  }

  test('over https it is bound to the host, secure, and out of reach of scripts', async () => {
    const { cookie, cache } = await attributes('https://chat.example.test')
    expect(cookie).toMatch(/^__Host-carillon\.session_token=/)
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(cookie).toContain(attribute)
    expect(cookie).not.toContain('Domain')
    expect(cache).toBe('private, no-store')
  })

  test('over http on the own machine it still is out of reach of scripts', async () => {
    const { cookie } = await attributes('http://127.0.0.1:3000')
    expect(cookie).toMatch(/^carillon\.session_token=/)
    expect(cookie).toContain('HttpOnly')
    expect(cookie).not.toContain('Secure')
  })

  test('is new after each sign-in, and worth nothing after signing out', async () => {
    const browser = openBrowser(createTestWebServer(world().resources))
    const account = await browser.signUp()
    const first = new Map(browser.jar)
    await browser.auth('sign-in/email', account)
    expect([...browser.jar.values()]).not.toEqual([...first.values()])
    const kept = new Map(browser.jar)
    await browser.auth('sign-out', {})
    expect(browser.jar.size).toBe(0)
    for (const [name, value] of kept) browser.jar.set(name, value)
    expect((await browser.query('session.me')).data).toBeNull()
  })

  test('is prolonged by the first call of a day, and left as it is by the others', async () => {
    const r = world().resources
    const browser = openBrowser(createTestWebServer(r))
    const { email } = await browser.signUp()
    expect((await browser.query('session.me')).headers.getSetCookie()).toEqual([])
    await r.mysql.read.query(
      `UPDATE auth_session SET expiresAt = expiresAt - INTERVAL 25 HOUR
       WHERE userId = (SELECT id FROM auth_user WHERE email = ?)`,
      [email],
    )
    expect((await browser.query('session.me')).headers.getSetCookie().join()).toContain('session_token=')
    expect((await browser.query('session.me')).headers.getSetCookie()).toEqual([])
  })

  test('is nobody’s with another signature, and without one', async () => {
    const browser = openBrowser(createTestWebServer(world().resources))
    await browser.signUp()
    const [name, cookie] = [...browser.jar][0] as [string, string]
    const token = decodeURIComponent(cookie).split('.')[0]
    for (const forged of [`${token}.${Buffer.alloc(32, 7).toString('base64')}`, `${token}.`, token]) {
      browser.jar.set(name, encodeURIComponent(String(forged)))
      expect((await browser.query('session.me')).data, forged).toBeNull()
      browser.jar.set(name, cookie)
      expect((await browser.query('session.me')).data).not.toBeNull()
    }
  })
})

test('a session that is used every day still ends at ninety days', async () => {
  const r = world().resources
  const browser = openBrowser(createTestWebServer(r))
  const { email } = await browser.signUp()
  const age = (days: number) =>
    r.mysql.read.query(
      `UPDATE auth_session SET createdAt = UTC_TIMESTAMP(3) - INTERVAL ? DAY
       WHERE userId = (SELECT id FROM auth_user WHERE email = ?)`,
      [days, email],
    )
  await age(89)
  expect((await browser.query('session.me')).data).toMatchObject({ email })
  await age(91)
  expect((await browser.query('session.me')).data).toBeNull()
})

describe('what is refused', () => {
  test('signing in from a page of another origin', async () => {
    const web = createTestWebServer(world().resources)
    const account = await openBrowser(web).signUp()
    expect((await openBrowser(web, 'https://evil.example.test').auth('sign-in/email', account)).status).toBe(403)
  })

  test('guessing the password of one address, from wherever; a right one in time forgets the wrong ones', async () => {
    const web = createTestWebServer(world().resources)
    const [browser, account] = [openBrowser(web), await openBrowser(web).signUp()]
    const guess = async () => (await browser.auth('sign-in/email', { ...account, password: 'wrong password' })).status
    for (let i = 0; i < 15; i++) expect(await guess()).toBe(401)
    expect((await browser.auth('sign-in/email', account)).status).toBe(200)
    const answers = []
    for (let i = 0; i < 21; i++) answers.push(await guess())
    expect(answers.slice(0, 20)).toEqual(Array(20).fill(401))
    expect(answers[20]).toBe(429)
    expect((await browser.auth('sign-in/email', account)).status).toBe(429)
  })

  test('every route of the library that the product does not use', async () => {
    const browser = openBrowser(createTestWebServer(world().resources))
    await browser.signUp()
    for (const path of [
      'list-accounts',
      'account-info',
      'verify-email',
      'reset-password/x',
      'callback/google',
      'error',
      'sign-out',
    ]) {
      expect((await browser.auth(path)).status, path).toBe(404)
    }
    for (const path of [
      'sign-in/social',
      'change-email',
      'delete-user',
      'request-password-reset',
      'update-user',
      'get-session',
      'x/../update-user',
    ]) {
      expect((await browser.auth(path, {})).status, path).toBe(404)
    }
  })
})
