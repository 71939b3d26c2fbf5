/** Incoming webhooks, through the official client as it is published, and every word they can answer. */
import { randomUUID } from 'node:crypto'
import { IncomingWebhook } from '@slack/webhook'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { formatId, type ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { armTracing } from '#server/domain/operations/trace.ts'
import { millis } from '#server/domain/time/units.ts'
import type { Row } from '#server/mysql/connect.ts'
import { createLogger } from '#server/process/logger.ts'
import { foundCompany, type Company } from '#server/testing/company.ts'
import { addConversation } from '#server/testing/people.ts'
import { createRateLimiter } from '#server/redis/rate-limiter.ts'
import { openSlackDoor, tokenOf, type SlackDoor } from '#server/testing/slack-door.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { leaveConversation } from '#server/usecases/conversations/change-members.ts'
import { deactivateMember } from '#server/usecases/members/change-member.ts'
import { createWebhook, listOwnWebhooks, revokeWebhook } from '#server/usecases/webhooks/administer-webhooks.ts'

const world = useTestWorld()
let door: SlackDoor
let company: Company
let ana: Actor

beforeAll(async () => {
  door = await openSlackDoor(world().resources)
  company = await foundCompany(world().resources)
  ana = await company.hire()
})
afterAll(() => door.close())
afterEach(() => armTracing(null))

async function newHook(
  maker = ana,
  facts: Parameters<typeof addConversation>[2] = {},
): Promise<{ conversationId: ConversationId; url: string; id: string }> {
  const { resources } = world()
  const conversationId = await addConversation(resources, [maker, company.owner], facts)
  const { id, path } = await createWebhook(resources, maker, { conversationId, label: 'builds' })
  return { conversationId, url: door.webhookUrl(path), id: formatId('webhook', id) }
}

async function messagesIn(conversationId: ConversationId) {
  const slack = door.client(await tokenOf(world().resources, company.owner))
  const { messages } = await slack.conversations.history({ channel: formatId('conversation', conversationId) })
  return messages ?? []
}

type Sent = { status: number; word: string; headers: Headers }

async function send(url: string, body: BodyInit | null, headers: Record<string, string> = {}): Promise<Sent> {
  const answer = await fetch(url, { method: 'POST', body, headers, redirect: 'error' })
  return { status: answer.status, word: await answer.text(), headers: answer.headers }
}
const JSON_TYPE = { 'content-type': 'application/json' }
const json = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  send(url, JSON.stringify(body), { ...JSON_TYPE, ...headers })
const answered = async (sent: Promise<Sent>, status: number, word: string) => {
  const got = await sent
  expect([got.status, got.word]).toEqual([status, word])
  expect(got.headers.get('content-type')).toMatch(/^text\/plain/)
}

test('the official client posts a text, and blocks with attachments, as whoever made the webhook', async () => {
  const { conversationId, url } = await newHook()
  const hook = new IncomingWebhook(url)
  expect(await hook.send('All tests pass')).toMatchObject({ text: 'ok' })
  const blocks = [{ type: 'section' as const, text: { type: 'mrkdwn' as const, text: '*Build 7* is red' } }]
  const attachments = [{ color: '#a00', fallback: 'two tests failed', text: 'two tests failed' }]
  await hook.send({ blocks, attachments })
  const user = formatId('member', ana.memberId)
  expect(await messagesIn(conversationId)).toMatchObject([
    { text: expect.stringContaining('Build 7'), user, blocks, attachments },
    { text: 'All tests pass', user },
  ])
})

test('a form with payload says the same as JSON, also in a thread', async () => {
  const { conversationId, url } = await newHook()
  await answered(send(url, new URLSearchParams({ payload: '{"text":"root 🔔 & +"}' })), 200, 'ok')
  const ts = (await messagesIn(conversationId))[0]?.ts
  await answered(json(url, { text: 'reply', thread_ts: ts, channel: '#elsewhere', username: 'x' }), 200, 'ok')
  await answered(json(url, { text: 'for all', thread_ts: ts, reply_broadcast: true }), 200, 'ok')
  const slack = door.client(await tokenOf(world().resources, company.owner))
  const { messages } = await slack.conversations.replies({
    channel: formatId('conversation', conversationId),
    ts: ts ?? '',
  })
  expect(messages).toMatchObject([{ text: 'root 🔔 & +' }, { text: 'reply', thread_ts: ts }, { text: 'for all' }])
  expect((await messagesIn(conversationId)).map(({ text }) => text)).toEqual(['for all', 'root 🔔 & +'])
})

test('a key makes a repeat harmless; without one it makes a second message', async () => {
  const { conversationId, url, id } = await newHook()
  const key = { 'idempotency-key': randomUUID() }
  for (let i = 0; i < 3; i++) await answered(json(url, { text: 'once' }, key), 200, 'ok')
  await answered(json(url, { text: 'other' }, key), 409, 'idempotency_key_reused')
  await answered(json(url, { text: 'x' }, { 'idempotency-key': 'x'.repeat(256) }), 400, 'invalid_payload')
  for (let i = 0; i < 2; i++) await answered(json(url, { text: 'twice' }), 200, 'ok')
  expect((await messagesIn(conversationId)).map(({ text }) => text)).toEqual(['twice', 'twice', 'once'])
  const [rows] = await world().resources.mysql.read.query<Row[]>(
    'SELECT client_token, origin FROM message WHERE workspace_id = ? AND channel_id = ?',
    [company.workspaceId, conversationId],
  )
  for (const row of rows)
    expect(row).toMatchObject({ client_token: expect.stringMatching(`^hook:${id}:`), origin: 'api' })
})

test('what cannot be read is invalid_payload, and what it says wrongly has its own word', async () => {
  const { conversationId, url } = await newHook()
  await answered(send(url, '{"text":', JSON_TYPE), 400, 'invalid_payload')
  await answered(send(url, '["text"]', JSON_TYPE), 400, 'invalid_payload')
  await answered(send(url, new URLSearchParams({ payload: 'text' })), 400, 'invalid_payload')
  await answered(send(url, 'text', { 'content-type': 'application/xml' }), 400, 'invalid_payload')
  await answered(
    send(url, '{"text":"x"}', { 'content-type': 'application/json; charset=utf-16' }),
    400,
    'invalid_payload',
  )
  await answered(json(url, { text: { not: 'a text' } }), 400, 'invalid_payload')
  await answered(send(url, null), 400, 'no_text')
  await answered(json(url, { text: '' }), 400, 'no_text')
  await answered(json(url, { text: '  ' }), 400, 'no_text')
  await answered(json(url, { text: 'x'.repeat(40_001) }), 400, 'msg_too_long')
  await answered(json(url, { blocks: [{ type: 'poem' }] }), 400, 'invalid_blocks')
  await answered(json(url, { blocks: 'poem' }), 400, 'invalid_blocks_format')
  await answered(json(url, { attachments: 'poem' }), 400, 'invalid_attachments')
  await answered(json(url, { attachments: Array.from({ length: 101 }, () => ({})) }), 400, 'too_many_attachments')
  await answered(json(url, { text: 'x', thread_ts: 'soon' }), 400, 'invalid_thread_ts')
  await answered(json(url, { text: 'x', thread_ts: '1700000000.000001' }), 404, 'thread_not_found')
  await answered(send(url, new Uint8Array(3_145_729), JSON_TYPE), 413, 'request_too_large')
  expect(await messagesIn(conversationId)).toEqual([])
})

test('no_service: mistyped, revoked, another workspace’s id or secret, or its maker deactivated; it does not say which', async () => {
  const { resources } = world()
  const gone = await company.hire()
  const [mine, revoked, ofGone] = [await newHook(), await newHook(), await newHook(gone)]
  const other = await foundCompany(resources)
  const theirPlace = await addConversation(resources, [other.owner])
  const theirs = await createWebhook(resources, other.owner, { conversationId: theirPlace, label: 'theirs' })
  const partsOf = (path: string) => path.split('/').slice(-3) as [string, string, string]
  const [team, hook, secret] = partsOf(theirs.path)
  const [myTeam, myHook, mySecret] = partsOf(mine.url)
  const made = (...parts: string[]) => door.webhookUrl(['/services', ...parts].join('/'))
  const [last] = (await listOwnWebhooks(resources, ana)).filter(
    ({ conversationId }) => conversationId === revoked.conversationId,
  )
  if (!last) throw new Error('just made')
  await revokeWebhook(resources, ana, last.id)
  await deactivateMember(resources, company.owner, gone.memberId)
  for (const address of [
    revoked.url,
    ofGone.url,
    made(team, myHook, mySecret),
    made(myTeam, hook, mySecret),
    made(myTeam, myHook, secret),
    made(team, hook, mySecret),
    made(team, myHook, secret),
    `${mine.url.slice(0, -1)}~`,
  ])
    await answered(json(address, { text: 'x' }), 404, 'no_service')
  await answered(json(mine.url, { text: 'x' }), 200, 'ok')
  await answered(json(door.webhookUrl(theirs.path), { text: 'x' }), 200, 'ok')
  for (const { conversationId } of [revoked, ofGone]) expect(await messagesIn(conversationId)).toEqual([])
})

test('the rights of its maker count when it posts: archived, left, restricted, suspended', async () => {
  const { resources } = world()
  const sql = (statement: string, id: string) =>
    resources.mysql.read.query(`UPDATE ${statement} WHERE workspace_id = ? AND id = ?`, [company.workspaceId, id])
  const archived = await newHook()
  await sql('channel SET archived_ms = 1', archived.conversationId)
  await answered(json(archived.url, { text: 'x' }), 410, 'channel_is_archived')

  for (const kind of ['public', 'private'] as const) {
    const left = await newHook(ana, { kind })
    await leaveConversation(resources, ana, left.conversationId)
    await answered(json(left.url, { text: 'x' }), 403, 'action_prohibited')
    expect((await messagesIn(left.conversationId)).filter(({ text }) => text === 'x')).toEqual([])
  }

  const restricted = await newHook()
  await sql("channel SET posting = 'admins'", restricted.conversationId)
  await answered(json(restricted.url, { text: 'x' }), 403, 'action_prohibited')

  const other = await foundCompany(resources)
  const place = await addConversation(resources, [other.owner])
  const { path } = await createWebhook(resources, other.owner, { conversationId: place, label: 'x' })
  await resources.mysql.read.query('UPDATE workspace SET suspended_ms = 1 WHERE workspace_id = ?', [other.workspaceId])
  await answered(json(door.webhookUrl(path), { text: 'x' }), 403, 'team_disabled')
})

test('too many posts through one webhook, or from one address to any, are told when to come back', async () => {
  const { resources } = world()
  const names: string[] = []
  const limited = (refused: RegExp) =>
    openSlackDoor(resources, {
      countCall: async (name) => {
        names.push(name)
        return refused.test(name) ? { allowed: false, retryAfter: 1_200 } : { allowed: true, retryAfter: 0 }
      },
    })
  const { url } = await newHook()
  const { pathname } = new URL(url)
  for (const [refused, counted] of [
    [/webhook-from:/, 1],
    [/webhook:/, 2],
  ] as const) {
    const busy = await limited(refused)
    names.length = 0
    const answer = await json(busy.webhookUrl(pathname), { text: 'x' }, { 'x-forwarded-for': '203.0.113.9' })
    expect([answer.status, answer.word, answer.headers.get('retry-after')]).toEqual([429, 'rate_limited', '2'])
    expect(names).toHaveLength(counted)
    expect(names[0]).toBe('slack:webhook-from:203.0.113.9')
    await busy.close()
  }
})

test('as many as the limit are let through, and the next one waits', async () => {
  const { resources } = world()
  const limiter = createRateLimiter(resources.redis)
  const rules: Record<string, number> = {}
  const narrow = await openSlackDoor(resources, {
    countCall: (name, { max }) => {
      rules[name.replace(/\d+$/, '')] = max
      return limiter.consume(`narrow:${name}`, { max: max / 100, window: millis(600_000) })
    },
  })
  const { conversationId, url } = await newHook()
  const hook = new IncomingWebhook(narrow.webhookUrl(new URL(url).pathname))
  const done = await Promise.allSettled(['a', 'b', 'c', 'd'].map((text) => hook.send(text)))
  const refused = done.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))
  expect(refused).toMatchObject([{ code: 'slack_webhook_http_error' }])
  expect(await messagesIn(conversationId)).toHaveLength(3)
  expect(rules).toEqual({ 'slack:webhook:': 300, 'slack:webhook-from:': 1_200 })
  await narrow.close()
})

test('a failure on our side is told as such, and neither logs nor traces hold the secret or the text', async () => {
  const lines: string[] = []
  const log = createLogger({ name: 'slack', level: 'trace', destination: { write: (line) => void lines.push(line) } })
  armTracing(async (name, work, options, args) => {
    const result = await work(...args)
    lines.push(JSON.stringify([name, options.before?.(...args), options.after?.(result, ...args)]))
    return result
  })
  const broken = await openSlackDoor(world().resources, {
    log,
    countCall: () => Promise.reject(new Error('out of order')),
  })
  const { url } = await newHook()
  const { pathname } = new URL(url)
  const answer = await json(broken.webhookUrl(pathname), { text: 'confidential' })
  expect([answer.status, answer.word]).toEqual([500, 'rollup_error'])
  await answered(json(url, { text: 'confidential' }), 200, 'ok')
  await answered(json(`${url.slice(0, -1)}~`, { text: 'confidential' }), 404, 'no_service')
  expect(lines.join('\n')).toContain('out of order')
  expect(lines.join('\n')).toContain('http /services')
  expect(lines.join('\n')).not.toContain(pathname.split('/').at(-1))
  expect(lines.join('\n')).not.toContain('confidential')
  await broken.close()
})
