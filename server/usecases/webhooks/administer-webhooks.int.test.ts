import { expect, test } from 'vitest'
import { formatId, type WebhookId } from '#server/domain/ids.ts'
import type { Row } from '#server/mysql/connect.ts'
import { foundCompany } from '#server/testing/company.ts'
import { addConversation } from '#server/testing/people.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { deactivateMember } from '../members/change-member.ts'
import { createWebhook, listOwnWebhooks, listWebhooks, revokeWebhook } from './administer-webhooks.ts'
import { holdWebhook, noteWebhookUse } from './hold-webhook.ts'

const world = useTestWorld()

async function setUp() {
  const r = world().resources
  const company = await foundCompany(r)
  const ana = await company.hire()
  const conversationId = await addConversation(r, [ana], { kind: 'private', name: `hidden${ana.memberId}` })
  return { r, company, ana, conversationId, workspaceId: company.workspaceId }
}

const addressOf = (path: string) => {
  const [, , team = '', hook = '', secret = ''] = path.split('/')
  return { team, hook, secret }
}

test('its address is told once, has 256 bits of secret, and only their hash is stored', async () => {
  const { r, ana, conversationId, workspaceId } = await setUp()
  const { id, path } = await createWebhook(r, ana, { conversationId, label: 'builds' })
  const { team, hook, secret } = addressOf(path)
  expect(path).toMatch(/^\/services\/T[0-9A-Z]{14}\/B[0-9A-Z]{14}\/[A-Za-z0-9_-]{43}$/)
  expect([team, hook]).toEqual([formatId('workspace', workspaceId), formatId('webhook', id)])
  const [rows] = await r.mysql.read.query<Row[]>('SELECT * FROM incoming_webhook WHERE workspace_id = ?', [workspaceId])
  expect(JSON.stringify([rows, await listOwnWebhooks(r, ana)])).not.toContain(secret)
  expect(await holdWebhook(r, { team, hook, secret })).toMatchObject({
    id,
    conversationId,
    actor: { memberId: ana.memberId, role: 'member', client: 'webhook:builds' },
  })
})

test('mistyped, of another workspace, with another secret, revoked or of a deactivated member it holds nothing (I7)', async () => {
  const { r, company, ana, conversationId } = await setUp()
  const other = await setUp()
  const mine = await createWebhook(r, ana, { conversationId, label: 'mine' })
  const theirs = await createWebhook(r, other.ana, { conversationId: other.conversationId, label: 'theirs' })
  const [address, foreign] = [addressOf(mine.path), addressOf(theirs.path)]
  for (const wrong of [
    { ...address, team: foreign.team },
    { ...address, hook: foreign.hook },
    { ...address, secret: foreign.secret },
    { ...address, team: address.team.toLowerCase() },
    { ...address, hook: `C${address.hook.slice(1)}` },
    { ...address, secret: address.secret.slice(1) },
    { ...address, secret: '' },
  ])
    expect(await holdWebhook(r, wrong), JSON.stringify(wrong)).toBeNull()
  expect(await holdWebhook(r, address)).not.toBeNull()

  const second = await createWebhook(r, ana, { conversationId, label: 'second' })
  await revokeWebhook(r, ana, mine.id)
  expect(await holdWebhook(r, address)).toBeNull()
  expect(await holdWebhook(r, addressOf(second.path))).not.toBeNull()
  await deactivateMember(r, company.owner, ana.memberId)
  expect(await holdWebhook(r, addressOf(second.path))).toBeNull()
})

test('a member makes them for channels they may post in, and for nothing else', async () => {
  const { r, company, ana, conversationId } = await setUp()
  const colleague = await company.hire()
  const restricted = await addConversation(r, [ana, company.owner], { posting: 'admins' })
  const direct = await addConversation(r, [ana, colleague], { kind: 'direct' })
  const archived = await addConversation(r, [ana])
  const open = await addConversation(r, [ana])
  await r.mysql.read.query('UPDATE channel SET archived_ms = 1 WHERE workspace_id = ? AND id = ?', [
    company.workspaceId,
    archived,
  ])
  const refused = async (actor: typeof ana, where: typeof open, code: string) =>
    expect(createWebhook(r, actor, { conversationId: where, label: 'x' }), code).rejects.toMatchObject({ code })
  await refused(colleague, conversationId, 'not_found')
  await refused(colleague, open, 'not_in_conversation')
  await refused(company.owner, open, 'not_in_conversation')
  await refused(ana, restricted, 'posting_restricted')
  await refused(ana, direct, 'not_for_direct_messages')
  await refused(ana, archived, 'conversation_archived')
  await refused((await setUp()).ana, open, 'not_found')
  await expect(createWebhook(r, ana, { conversationId: open, label: ' ' })).rejects.toMatchObject({
    code: 'name_invalid',
  })
  expect(await listWebhooks(r, company.owner)).toEqual([])
  await expect(createWebhook(r, company.owner, { conversationId: restricted, label: 'x' })).resolves.toBeDefined()
})

test('members see their own and revoke them; administrators see all, without the name of a channel they may not read', async () => {
  const { r, company, ana, conversationId } = await setUp()
  const colleague = await company.hire()
  const open = await addConversation(r, [ana, company.owner], { name: `open${ana.memberId}` })
  const hidden = await createWebhook(r, ana, { conversationId, label: 'hidden' })
  const shown = await createWebhook(r, ana, { conversationId: open, label: 'shown' })

  expect(await listOwnWebhooks(r, ana)).toMatchObject([
    { id: shown.id, channelName: `open${ana.memberId}`, lastUsedMs: null, revokedMs: null },
    { id: hidden.id, channelName: `hidden${ana.memberId}` },
  ])
  expect(await listOwnWebhooks(r, colleague)).toEqual([])
  await expect(listWebhooks(r, ana)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await listWebhooks(r, company.owner)).toMatchObject([
    { id: shown.id, channelName: `open${ana.memberId}`, memberId: ana.memberId, revokedByName: null },
    { id: hidden.id, channelName: null },
  ])

  await expect(revokeWebhook(r, colleague, shown.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(revokeWebhook(r, (await setUp()).company.owner, shown.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(revokeWebhook(r, ana, '1' as WebhookId)).rejects.toMatchObject({ code: 'not_found' })
  await revokeWebhook(r, company.owner, shown.id)
  await expect(revokeWebhook(r, ana, shown.id)).rejects.toMatchObject({ code: 'not_found' })
  const [revoked] = await listWebhooks(r, company.owner)
  expect(revoked).toMatchObject({ id: shown.id, revokedByName: 'Founder' })
  expect(revoked?.revokedMs).toBeGreaterThanOrEqual(revoked?.createdMs ?? Number.POSITIVE_INFINITY)
})

test('nobody has more than fifty of their own in force', async () => {
  const { r, ana, conversationId } = await setUp()
  const make = (label: string) => createWebhook(r, ana, { conversationId, label })
  const [first] = await Promise.all(Array.from({ length: 50 }, (_, i) => make(`hook ${i}`)))
  await expect(make('one more')).rejects.toMatchObject({ code: 'too_many_webhooks', facts: { limit: 50 } })
  await revokeWebhook(r, ana, first?.id ?? ('' as WebhookId))
  await expect(make('one more')).resolves.toBeDefined()
})

test('its last use is written down to the minute, not with every post', async () => {
  const { r, ana, conversationId, workspaceId } = await setUp()
  const { path } = await createWebhook(r, ana, { conversationId, label: 'busy' })
  const held = await holdWebhook(r, addressOf(path))
  if (!held) throw new Error('just made')
  const lastUse = async () => (await listOwnWebhooks(r, ana))[0]?.lastUsedMs ?? 0
  await noteWebhookUse(r, held)
  const first = await lastUse()
  expect(first).toBeGreaterThan(0)
  const set = (ms: number) =>
    r.mysql.read.query('UPDATE incoming_webhook SET last_used_ms = ? WHERE workspace_id = ?', [ms, workspaceId])
  await set(first - 30_000)
  await noteWebhookUse(r, held)
  expect(await lastUse()).toBe(first - 30_000)
  await set(first - 61_000)
  await noteWebhookUse(r, held)
  expect(await lastUse()).toBeGreaterThanOrEqual(first)
})
