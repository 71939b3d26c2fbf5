/** The form of calls and answers, without a client library. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { revokeAccessToken } from '#server/mysql/access-tokens.ts'
import { createToken } from '#server/usecases/tokens/create-token.ts'
import { foundCompany, type Company } from '#server/testing/company.ts'
import { openSlackDoor, tokenOf, type SlackAnswer, type SlackDoor } from '#server/testing/slack-door.ts'
import { useTestWorld } from '#server/testing/test-world.ts'

const world = useTestWorld()
let door: SlackDoor
let company: Company
let ana: Actor
let token: string
let channel: string

beforeAll(async () => {
  door = await openSlackDoor(world().resources)
  company = await foundCompany(world().resources)
  ana = await company.hire()
  token = await tokenOf(world().resources, ana)
  const made = await door.call(token, 'conversations.create', { name: 'wire' })
  channel = (made.channel as { id: string }).id
})
afterAll(() => door.close())

async function send(
  method: string,
  init: RequestInit = {},
  query: Record<string, string> = {},
): Promise<SlackAnswer & { status: number; headers: Headers }> {
  const answer = await fetch(`${door.url}${method}?${new URLSearchParams(query)}`, {
    method: 'POST',
    redirect: 'error',
    ...init,
  })
  return { ...((await answer.json()) as SlackAnswer), status: answer.status, headers: answer.headers }
}
const bearer = () => ({ authorization: `Bearer ${token}` })
const withType = (type: string) => ({ ...bearer(), 'content-type': type })

function multipart(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

test.each<[string, (fields: Record<string, string>) => Promise<SlackAnswer>]>([
  ['a form', (fields) => send('chat.postMessage', { headers: bearer(), body: new URLSearchParams(fields) })],
  [
    'JSON',
    (fields) =>
      send('chat.postMessage', { headers: withType('application/json; charset=utf-8'), body: JSON.stringify(fields) }),
  ],
  ['multipart', (fields) => send('chat.postMessage', { headers: bearer(), body: multipart(fields) })],
  ['the query string of a POST', (fields) => send('chat.postMessage', { headers: bearer() }, fields)],
  ['the query string of a GET', (fields) => send('chat.postMessage', { method: 'GET', headers: bearer() }, fields)],
])('the same arguments as %s make the same message', async (name, call) => {
  const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: `*${name}* – ünïcode 🔔 & + %` } }]
  const answer = await call({ channel, text: 'ä & b + 100%', blocks: JSON.stringify(blocks), unfurl_links: 'false' })
  expect(answer).toMatchObject({ ok: true, message: { text: 'ä & b + 100%', blocks } })
})

test('JSON may hold blocks as they are, and text as a number', async () => {
  expect(await door.call(token, 'chat.postMessage', { channel, text: 7, blocks: [{ type: 'divider' }] })).toMatchObject(
    {
      ok: true,
      message: { text: '7', blocks: [{ type: 'divider' }] },
    },
  )
})

test.each([true, 1, 'true', '1'])('%j means yes', async (yes) => {
  const { channels } = await door.call(token, 'conversations.list', { exclude_archived: yes })
  expect(channels).not.toHaveLength(0)
  expect(await door.call(token, 'conversations.info', { channel, include_num_members: yes })).toMatchObject({
    channel: { num_members: 1 },
  })
})

test('arguments of the body win over the same of the query', async () => {
  const answer = await send('api.test', { body: new URLSearchParams({ a: 'body' }) }, { a: 'query', b: 'query' })
  expect(answer.args).toEqual({ a: 'body', b: 'query' })
})

test('the token is taken from the header, the body and the query; the header wins', async () => {
  const wrong = { token: 'xoxp-wrong' }
  expect(await send('auth.test', { headers: bearer() })).toMatchObject({ ok: true })
  expect(await send('auth.test', { body: new URLSearchParams({ token }) })).toMatchObject({ ok: true })
  expect(
    await send('auth.test', { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ token }) }),
  ).toMatchObject({ ok: true })
  expect(await send('auth.test', { method: 'GET' }, { token })).toMatchObject({ ok: true })
  expect(await send('auth.test', { headers: bearer(), body: new URLSearchParams(wrong) })).toMatchObject({ ok: true })
  expect(await send('api.test', { body: new URLSearchParams({ token, a: '1' }) })).toMatchObject({ args: { a: '1' } })
})

test('a session cookie opens nothing', async () => {
  expect(
    await send('auth.test', { headers: { cookie: `better-auth.session_token=${token}; token=${token}` } }),
  ).toMatchObject({ error: 'not_authed' })
})

test('answers are never stored in between and name the scopes of the token and of the method', async () => {
  const { headers } = await send('chat.scheduledMessages.list', {
    headers: { authorization: `Bearer ${await tokenOf(world().resources, ana, ['chat:write', 'users:read'])}` },
  })
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('content-type')).toMatch(/^application\/json/)
  expect(headers.get('x-oauth-scopes')).toBe('chat:write,users:read')
  expect(headers.get('x-accepted-oauth-scopes')).toBe('chat:write')
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
})

test.each<[string, string, () => RequestInit]>([
  ['unknown_method', 'chat.shout', () => ({ headers: bearer() })],
  ['unknown_method', '__proto__', () => ({ headers: bearer() })],
  ['invalid_json', 'chat.postMessage', () => ({ headers: withType('application/json'), body: '{"a":' })],
  ['json_not_object', 'chat.postMessage', () => ({ headers: withType('application/json'), body: '[1]' })],
  [
    'invalid_form_data',
    'chat.postMessage',
    () => ({ headers: withType('multipart/form-data; boundary=x'), body: 'nothing of it' }),
  ],
  ['invalid_post_type', 'chat.postMessage', () => ({ headers: withType('text/xml'), body: '<a/>' })],
  ['missing_post_type', 'chat.postMessage', () => ({ headers: bearer(), body: new Blob(['channel=x']) })],
  [
    'invalid_charset',
    'chat.postMessage',
    () => ({ headers: withType('application/json; charset=utf-16'), body: '{}' }),
  ],
  [
    'request_too_large',
    'chat.postMessage',
    () => ({ headers: withType('application/json'), body: `"${'x'.repeat(3_145_728)}"` }),
  ],
  ['not_authed', 'auth.test', () => ({})],
  ['not_authed', 'auth.test', () => ({ headers: { authorization: 'Basic abc' } })],
  ['invalid_auth', 'auth.test', () => ({ headers: { authorization: 'Bearer xoxb-nobody' } })],
  [
    'invalid_auth',
    'auth.test',
    () => ({ headers: { authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` } }),
  ],
  ['invalid_auth', 'auth.test', () => ({ headers: { authorization: `Bearer ${token.replace('xoxp', 'xoxb')}` } })],
  ['not_allowed_token_type', 'auth.test', () => ({ headers: { authorization: 'Bearer xapp-1-A-2-b' } })],
])('%s: status 200 (%s)', async (error, method, init) => {
  expect(await send(method, init())).toMatchObject({ status: 200, ok: false, error })
})

test('a revoked token and one of a deactivated person stop at once', async () => {
  const { resources } = world()
  const bo = await company.hire()
  const one = await createToken(resources, bo.workspaceId, bo.memberId, { label: 'one', scopes: [] })
  const two = await createToken(resources, bo.workspaceId, bo.memberId, { label: 'two', scopes: [] })
  expect(await door.call(one.token, 'auth.test')).toMatchObject({ ok: true })
  await revokeAccessToken(resources.mysql.read, bo.workspaceId, one.id)
  expect(await door.call(one.token, 'auth.test')).toMatchObject({ ok: false, error: 'token_revoked' })
  await resources.mysql.read.query('UPDATE member SET deactivated_ms = 1 WHERE workspace_id = ? AND id = ?', [
    bo.workspaceId,
    bo.memberId,
  ])
  expect(await door.call(two.token, 'auth.test')).toMatchObject({ ok: false, error: 'account_inactive' })
})

test('a token without any scope is refused by every method that needs one, with what is needed and what it has', async () => {
  const poor = await tokenOf(world().resources, ana, ['im:write'])
  const args = { channel, text: 'x', post_at: 1, scheduled_message_id: 'Q1', name: 'poor', users: 'U1', user: 'U1' }
  const needed: [string, string][] = [
    ['chat.postMessage', 'chat:write'],
    ['chat.scheduleMessage', 'chat:write'],
    ['chat.scheduledMessages.list', 'chat:write'],
    ['chat.deleteScheduledMessage', 'chat:write'],
    ['chat.updateScheduledMessage', 'chat:write'],
    ['conversations.list', 'channels:read,groups:read,im:read'],
    ['conversations.info', 'channels:read,groups:read,im:read'],
    ['conversations.members', 'channels:read,groups:read,im:read'],
    ['conversations.history', 'channels:history,groups:history,im:history'],
    ['conversations.create', 'channels:manage,groups:write'],
    ['conversations.join', 'channels:join'],
    ['conversations.invite', 'channels:manage,groups:write'],
    ['users.list', 'users:read'],
    ['users.info', 'users:read'],
  ]
  for (const [method, scopes] of needed) {
    expect(await door.call(poor, method, args), method).toEqual({
      ok: false,
      error: 'missing_scope',
      needed: scopes,
      provided: 'im:write',
    })
  }
  const reader = await tokenOf(world().resources, ana, ['users:read'])
  expect(await door.call(reader, 'conversations.open', args)).toMatchObject({
    error: 'missing_scope',
    needed: 'im:write',
  })
})

test('each kind of conversation needs its own scope', async () => {
  const made = await door.call(token, 'conversations.create', { name: 'wire-private', is_private: true })
  const { id } = made.channel as { id: string }
  const narrow = await tokenOf(world().resources, ana, ['channels:read', 'channels:history', 'channels:manage'])
  const bo = formatId('member', (await company.hire()).memberId)
  const refused: [string, Record<string, unknown>, string][] = [
    ['conversations.info', { channel: id }, 'groups:read'],
    ['conversations.members', { channel: id }, 'groups:read'],
    ['conversations.history', { channel: id }, 'groups:history'],
    ['conversations.list', { types: 'public_channel,private_channel' }, 'groups:read'],
    ['conversations.list', { types: 'im' }, 'im:read'],
    ['conversations.create', { name: 'wire-other', is_private: true }, 'groups:write'],
    ['conversations.invite', { channel: id, users: bo }, 'groups:write'],
  ]
  for (const [method, args, needed] of refused) {
    expect(await door.call(narrow, method, args), method).toMatchObject({ error: 'missing_scope', needed })
  }
  expect((await door.call(narrow, 'conversations.info', { channel })).ok).toBe(true)
})

test('a method other than GET and POST changes nothing', async () => {
  const answer = await fetch(`${door.url}chat.postMessage?${new URLSearchParams({ channel, text: 'put' })}`, {
    method: 'PUT',
    headers: bearer(),
  })
  expect(await answer.json()).toMatchObject({ ok: false, error: 'invalid_post_type' })
})
