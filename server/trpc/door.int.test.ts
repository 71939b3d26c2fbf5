import { describe, expect, test } from 'vitest'
import { createTestWebServer, openBrowser, type Browser } from '#server/testing/browser.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { verifyTicket } from '#server/realtime/ticket.ts'
import { appRouter } from './router.ts'

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

describe('another workspace', () => {
  test('is out of reach through every call, and looks as if it were not there', async () => {
    const web = createTestWebServer(world().resources)
    const [victim, attacker] = [openBrowser(web), openBrowser(web)]
    const [theirs, mine] = [await found(victim, 'Victim'), await found(attacker, 'Attacker')]
    const secret = (
      await victim.mutate('conversations.create', {
        workspaceId: theirs.workspaceId,
        name: 'victim-secret',
        kind: 'public',
      })
    ).data as { id: string }
    const message = (
      await victim.mutate('messages.post', {
        workspaceId: theirs.workspaceId,
        conversationId: secret.id,
        text: 'victim text',
        clientToken: 'victim-token',
      })
    ).data as { id: string }
    const sendAt = Math.floor(Date.now() / 1000) + 3600
    const scheduled = (
      await victim.mutate('scheduled.create', {
        workspaceId: theirs.workspaceId,
        conversationId: secret.id,
        text: 'victim later',
        sendAt,
        zone: 'Etc/UTC',
        clientToken: 'victim-later',
      })
    ).data as { id: string }
    const invitation = (await victim.mutate('invitations.create', { workspaceId: theirs.workspaceId, role: 'member' }))
      .data as { id: string }

    const probes: Record<string, object> = {
      'workspaces.get': {},
      'workspaces.updateSettings': { freeze_s: 1 },
      'invitations.create': { role: 'member' },
      'invitations.list': {},
      'invitations.revoke': { id: invitation.id },
      'members.list': {},
      'members.updateMe': { displayName: 'Hacked' },
      'members.setRole': { memberId: theirs.memberId, role: 'member' },
      'members.deactivate': { memberId: theirs.memberId },
      'conversations.list': {},
      'conversations.browse': {},
      'conversations.create': { name: 'hacked', kind: 'public' },
      'conversations.openDirect': { memberId: theirs.memberId },
      'conversations.members': { conversationId: secret.id },
      'conversations.join': { conversationId: secret.id },
      'conversations.leave': { conversationId: secret.id },
      'conversations.archive': { conversationId: secret.id },
      'conversations.invite': { conversationId: secret.id, memberId: mine.memberId },
      'conversations.remove': { conversationId: secret.id, memberId: theirs.memberId },
      'conversations.setTopic': { conversationId: secret.id, topic: 'hacked' },
      'messages.post': { conversationId: secret.id, text: 'hacked', clientToken: 'attacker-1' },
      'messages.history': { conversationId: secret.id },
      'sync.connect': {},
      'sync.heads': {},
      'sync.catchUp': { conversationId: secret.id, epoch: 1, afterSeq: 0 },
      'sync.markRead': { conversationId: secret.id, seq: 1 },
      'scheduled.create': {
        conversationId: secret.id,
        text: 'hacked',
        sendAt,
        zone: 'Etc/UTC',
        clientToken: 'attacker-2',
      },
      'scheduled.list': { status: 'pending' },
      'scheduled.get': { id: scheduled.id },
      'scheduled.history': { id: scheduled.id },
      'scheduled.edit': { id: scheduled.id, version: 1, text: 'hacked' },
      'scheduled.cancel': { id: scheduled.id },
      'scheduled.sendNow': { id: scheduled.id },
      'scheduled.retry': { id: scheduled.id, sendAt, zone: 'Etc/UTC' },
      'notices.list': {},
      'notices.markSeen': { ids: [message.id] },
    }
    const outside = [
      'clock.now',
      'session.me',
      'workspaces.mine',
      'workspaces.create',
      'invitations.preview',
      'invitations.accept',
    ]
    const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { type: 'query' | 'mutation' } }>
    expect(Object.keys(probes).toSorted()).toEqual(
      Object.keys(procedures)
        .filter((path) => !outside.includes(path))
        .toSorted(),
    )

    for (const [path, input] of Object.entries(probes)) {
      const call = procedures[path]?._def.type === 'mutation' ? attacker.mutate : attacker.query
      // Asking in their workspace: it is not there.
      expect(await call(path, { ...input, workspaceId: theirs.workspaceId }), path).toMatchObject({
        status: 404,
        domain: { code: 'not_found' },
      })
      // Asking for their things in one's own workspace: nothing of theirs comes out.
      const answer = JSON.stringify(await call(path, { ...input, workspaceId: mine.workspaceId }))
      expect(answer, path).not.toMatch(/victim/i)
      if ('conversationId' in input || 'memberId' in input || 'id' in input)
        expect(answer, path).toContain('"status":404')
    }
    expect(
      (await victim.query('conversations.members', { workspaceId: theirs.workspaceId, conversationId: secret.id }))
        .data,
    ).toEqual([theirs.memberId])
    expect(
      (await victim.query('scheduled.get', { workspaceId: theirs.workspaceId, id: scheduled.id })).data,
    ).toMatchObject({ text: 'victim later', status: 'SCHEDULED', version: 1 })
    expect(
      (await victim.query('messages.history', { workspaceId: theirs.workspaceId, conversationId: secret.id })).data,
    ).toMatchObject({ messages: [{ text: 'victim text' }] })
  })
})
