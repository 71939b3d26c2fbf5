import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createTestWebServer, openBrowser } from '#server/testing/browser.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { checkToken } from '#server/usecases/tokens/check-token.ts'

type Demo = {
  url: string
  slackApiUrl: string
  workspaceId: string
  users: { id: string; email: string; password: string; token: string }[]
  channels: { id: string; name: string }[]
}

const world = useTestWorld()
const folder = mkdtempSync(join(tmpdir(), 'carillon-demo-'))
const file = join(folder, 'demo.json')
afterAll(() => rmSync(folder, { recursive: true }))

async function seed(): Promise<Demo> {
  const env = {
    ...process.env,
    DATABASE_URL: world().databaseUrl,
    REDIS_URL: world().redisUrl,
    APP_URL: 'http://127.0.0.1:3000',
    GATEWAY_URL: 'http://127.0.0.1:3001',
    AUTH_SECRET: 'k3'.repeat(20),
    TICKET_SECRET: 'x9'.repeat(20),
    CARILLON_DEMO_FILE: file,
  }
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/tools/seed-demo.ts'], { env })
  return JSON.parse(readFileSync(file, 'utf8')) as Demo
}

test('the demo has five people who can sign in and use the API, three channels, and comes out the same a second time', async () => {
  const r = world().resources
  const first = await seed()
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(first).toMatchObject({ url: 'http://127.0.0.1:3000', slackApiUrl: 'http://127.0.0.1:3000/api/' })
  expect(first.channels.map(({ name }) => name)).toEqual(['general', 'launch', 'leadership'])

  const web = createTestWebServer(r)
  const zones = new Set<string>()
  for (const { email, password, token } of first.users) {
    const browser = openBrowser(web)
    expect((await browser.auth('sign-in/email', { email, password })).status).toBe(200)
    const [workspace] = (await browser.query('workspaces.mine')).data as [{ workspaceId: string; name: string }]
    expect(workspace.name).toBe('Carillon Demo')
    const { me } = (await browser.query('workspaces.get', workspace)).data as { me: { zone: string } }
    zones.add(me.zone)
    await checkToken(r, token)
  }
  expect(zones.size).toBe(5)

  const counts = async () =>
    (
      await r.mysql.read.query(
        'SELECT (SELECT COUNT(*) FROM message) AS messages, (SELECT COUNT(*) FROM member) AS people, (SELECT COUNT(*) FROM channel) AS rooms',
      )
    )[0]
  const before = await counts()
  const second = await seed()
  expect(await counts()).toEqual(before)
  expect({ ...second, users: second.users.map(({ id }) => id) }).toEqual({
    ...first,
    users: first.users.map(({ id }) => id),
  })
  await expect(checkToken(r, first.users[0]?.token ?? '')).rejects.toMatchObject({ facts: { reason: 'revoked' } })
  const browser = openBrowser(web)
  const { email = '', password = '' } = second.users[0] ?? {}
  expect((await browser.auth('sign-in/email', { email, password })).status).toBe(200)
}, 60_000)
