import { describe, expect, test } from 'vitest'
import { createTestWebServer, openBrowser, type Browser } from '#server/testing/browser.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { verifyTicket } from '#server/realtime/ticket.ts'

const world = useTestWorld()
type Ids = { workspaceId: string; memberId: string }

async function found(browser: Browser, name: string): Promise<Ids> {
  await browser.signUp('Founder')
  const made = await browser.mutate('workspaces.create', { name, displayName: 'Founder', zone: 'Europe/Berlin' })
  return made.data as Ids
}

describe('who may call', () => {
  test('nobody who is not signed in, but for what is public', async () => {
    const browser = openBrowser(createTestWebServer(world().resources))
    expect((await browser.query('session.me')).data).toBeNull()
    expect((await browser.query('clock.now')).data).toEqual({ nowMs: expect.any(Number) })
    expect(await browser.query('workspaces.mine')).toMatchObject({ status: 401, domain: { code: 'not_signed_in' } })
    expect(await browser.query('workspaces.get', { workspaceId: '1' })).toMatchObject({ status: 401 })
  })

  test('a member of the workspace, until they are deactivated', async () => {
    const web = createTestWebServer(world().resources)
    const [owner, guest] = [openBrowser(web), openBrowser(web)]
    const { workspaceId } = await found(owner, 'Acme')
    await guest.signUp('Guest')
    expect(await guest.query('workspaces.get', { workspaceId })).toMatchObject({
      status: 404,
      domain: { code: 'not_found' },
    })

    const { token, url } = (await owner.mutate('invitations.create', { workspaceId, role: 'member' })).data as {
      token: string
      url: string
    }
    expect(url).toBe(`http://127.0.0.1:3000/join/${token}`)
    const { memberId } = (await guest.mutate('invitations.accept', { token, displayName: 'Guest', zone: 'Asia/Tokyo' }))
      .data as Ids
    expect((await guest.query('workspaces.get', { workspaceId })).data).toMatchObject({
      name: 'Acme',
      me: { memberId, role: 'member', zone: 'Asia/Tokyo' },
    })
    expect(await guest.mutate('members.deactivate', { workspaceId, memberId })).toMatchObject({
      status: 403,
      domain: { code: 'not_allowed' },
    })

    await owner.mutate('members.deactivate', { workspaceId, memberId })
    expect(await guest.query('workspaces.get', { workspaceId })).toMatchObject({
      status: 403,
      domain: { code: 'not_allowed', facts: { member: 'deactivated' } },
    })
    expect((await guest.query('workspaces.mine')).data).toEqual([])
  })
})

describe('an answer', () => {
  test('is private, carries a request id, and names the field of malformed input', async () => {
    const browser = openBrowser(createTestWebServer(world().resources))
    const { workspaceId } = await found(browser, 'Acme')
    const answer = await browser.query('workspaces.get', { workspaceId })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await browser.mutate('conversations.create', { workspaceId, name: 'x', kind: 'direct' })).toMatchObject({
      status: 400,
      domain: { code: 'invalid_input', facts: { field: 'kind' } },
    })
  })

  test('to an unexpected failure says nothing of it', async () => {
    const r = world().resources
    const broken = {
      ...r,
      prisma: new Proxy(r.prisma, {
        get: () => {
          throw new Error('canary: database password')
        },
      }),
    }
    const web = createTestWebServer(r)
    const browser = openBrowser(web)
    const { workspaceId } = await found(browser, 'Acme')
    web.trpc.resources = broken
    const answer = await browser.query('members.list', { workspaceId })
    expect(answer).toMatchObject({ status: 500, domain: null })
    expect(JSON.stringify(answer)).not.toContain('canary')
  })

  test('to sync.connect is a ticket for this member and session, and where to take it', async () => {
    const web = createTestWebServer(world().resources)
    const browser = openBrowser(web)
    const ids = await found(browser, 'Acme')
    const { gatewayUrl, ticket } = (await browser.query('sync.connect', { workspaceId: ids.workspaceId })).data as {
      gatewayUrl: string
      ticket: string
    }
    expect(gatewayUrl).toBe('http://127.0.0.1:3001')
    expect(verifyTicket(web.env.TICKET_SECRET, ticket, Date.now())).toMatchObject(ids)
  })

  test('what a series cannot take is refused with the field, not passed over: one reading of a time that comes twice', async () => {
    const browser = openBrowser(createTestWebServer(world().resources))
    const { workspaceId } = await found(browser, 'Acme')
    const refused = {
      status: 400,
      domain: {
        code: 'invalid_input',
        facts: { field: 'choice', problem: expect.stringMatching(/^is of one message/) as unknown },
      },
    }
    const { data } = await browser.mutate('conversations.create', { workspaceId, name: 'x', kind: 'public' })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const series = {
      ...{ workspaceId, conversationId: (data as { id: string }).id, text: 'x', rule: 'FREQ=DAILY' },
      ...{ wallClock: `${tomorrow}T09:00`, zone: 'Europe/Berlin', clientToken: 'a-series-of-ours' },
    }
    expect(await browser.mutate('series.create', { ...series, choice: 'second' })).toMatchObject(refused)
    const made = await browser.mutate('series.create', series)
    expect(made).toMatchObject({ status: 200 })
    const { id } = made.data as { id: string }
    const change = { workspaceId, id, wallClock: `${tomorrow}T10:00`, choice: 'second' }
    expect(await browser.mutate('series.editFollowing', change)).toMatchObject(refused)
  })
})

test('a member who makes too many changes is told when to come back; reading goes on', async () => {
  const web = createTestWebServer(world().resources)
  const browser = openBrowser(web)
  const { workspaceId } = await found(browser, 'Acme')
  web.trpc.countChange = async () => ({ allowed: false, retryAfter: 1_500 })
  expect(await browser.mutate('members.updateMe', { workspaceId, zone: 'Asia/Tokyo' })).toMatchObject({
    status: 429,
    domain: { code: 'rate_limited', facts: { retry_after_s: 2 } },
  })
  expect(await browser.query('members.list', { workspaceId })).toMatchObject({ status: 200 })
})

test('a change from another origin is refused', async () => {
  const web = createTestWebServer(world().resources)
  const [ours, theirs] = [openBrowser(web), openBrowser(web, 'https://evil.example.test')]
  const { workspaceId } = await found(ours, 'Acme')
  for (const [name, value] of ours.jar) theirs.jar.set(name, value)
  const answer = await theirs
    .mutate('conversations.create', { workspaceId, name: 'evil', kind: 'public' })
    .catch(() => null)
  expect(answer?.data).toBeUndefined()
  const { data } = await ours.query('conversations.browse', { workspaceId })
  expect(data).toHaveLength(1)
})

test('messages and schedules go through the door from end to end', async () => {
  const browser = openBrowser(createTestWebServer(world().resources))
  const { workspaceId } = await found(browser, 'Acme')
  const [{ conversation }] = (await browser.query('conversations.list', { workspaceId })).data as [
    { conversation: { id: string } },
  ]
  const conversationId = conversation.id
  const posted = await browser.mutate('messages.post', {
    workspaceId,
    conversationId,
    text: 'hello',
    clientToken: 'token-0001',
  })
  expect(
    (await browser.mutate('messages.post', { workspaceId, conversationId, text: 'hello', clientToken: 'token-0001' }))
      .data,
  ).toEqual(posted.data)
  expect((await browser.query('messages.history', { workspaceId, conversationId })).data).toMatchObject({
    messages: [{ text: 'hello' }],
    more: false,
  })

  const sendAt = Math.floor(Date.now() / 1000) + 3600
  const wanted = { workspaceId, conversationId, text: 'later', sendAt, zone: 'Asia/Kolkata', clientToken: 'token-0002' }
  const { id, version } = (await browser.mutate('scheduled.create', wanted)).data as { id: string; version: number }
  expect((await browser.mutate('scheduled.edit', { workspaceId, id, version, text: 'even later' })).data).toMatchObject(
    { text: 'even later', version: version + 1 },
  )
  expect(await browser.mutate('scheduled.edit', { workspaceId, id, version, text: 'stale' })).toMatchObject({
    status: 409,
    domain: { code: 'edit_conflict' },
  })
  expect((await browser.mutate('scheduled.cancel', { workspaceId, id })).data).toMatchObject({ status: 'CANCELED' })
  expect((await browser.query('scheduled.history', { workspaceId, id })).data).toMatchObject([
    { kind: 'created' },
    { kind: 'edited' },
    { kind: 'canceled' },
  ])
  expect((await browser.query('scheduled.list', { workspaceId, status: 'pending' })).data).toEqual({
    items: [],
    more: false,
  })
})
