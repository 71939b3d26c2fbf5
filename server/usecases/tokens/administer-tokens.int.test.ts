import { expect, test } from 'vitest'
import type { RowId } from '#server/domain/ids.ts'
import type { Row } from '#server/mysql/connect.ts'
import { foundCompany } from '#server/testing/company.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { issueToken, listOwnTokens, listTokens, revokeToken } from './administer-tokens.ts'
import { checkToken } from './check-token.ts'

const world = useTestWorld()
const scopes = ['chat:write', 'users:read']

test('an administrator issues a token for a new bot, which is told once and stored as its hash', async () => {
  const r = world().resources
  const { owner, workspaceId } = await foundCompany(r)
  const speaksAs = { kind: 'new-bot' as const, name: 'Robo' }
  const created = await issueToken(r, owner, { speaksAs, label: 'deploys', scopes })
  expect(await checkToken(r, created.token)).toMatchObject({
    kind: 'bot',
    scopes,
    actor: { memberId: created.memberId },
  })

  const listed = await listTokens(r, owner)
  expect(listed).toMatchObject([{ id: created.id, label: 'deploys', memberName: 'Robo', kind: 'bot', revoked: false }])
  const [rows] = await r.mysql.read.query<Row[]>('SELECT * FROM access_token WHERE workspace_id = ?', [workspaceId])
  expect(JSON.stringify([listed, rows])).not.toContain(created.token.split('-').slice(2).join('-'))
})

test('an existing bot gets a second token, and a revoked one is worth nothing at once', async () => {
  const r = world().resources
  const { owner } = await foundCompany(r)
  const first = await issueToken(r, owner, { speaksAs: { kind: 'new-bot', name: 'Robo' }, label: 'one', scopes })
  const second = await issueToken(r, owner, {
    speaksAs: { kind: 'bot', memberId: first.memberId },
    label: 'two',
    scopes,
  })
  expect(second.memberId).toBe(first.memberId)
  await revokeToken(r, owner, first.id)
  await expect(checkToken(r, first.token)).rejects.toMatchObject({ facts: { reason: 'revoked' } })
  await expect(checkToken(r, second.token)).resolves.toBeDefined()
  await expect(revokeToken(r, owner, first.id)).rejects.toMatchObject({ code: 'not_found' })
})

test('nobody gets a token that speaks as another person (I7)', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const member = await company.hire()
  const asThem = { kind: 'bot' as const, memberId: member.memberId }
  await expect(issueToken(r, company.owner, { speaksAs: asThem, label: 'x', scopes })).rejects.toMatchObject({
    code: 'not_found',
  })
  const mine = await issueToken(r, company.owner, { speaksAs: { kind: 'me' }, label: 'x', scopes })
  expect(mine.memberId).toBe(company.owner.memberId)
})

test('a member makes tokens that speak as themselves, sees only those and revokes them (N1)', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const member = await company.hire()
  const others = await issueToken(r, company.owner, { speaksAs: { kind: 'me' }, label: 'theirs', scopes })
  const mine = await issueToken(r, member, { speaksAs: { kind: 'me' }, label: 'mine', scopes })
  expect(await checkToken(r, mine.token)).toMatchObject({
    kind: 'user',
    scopes,
    actor: { memberId: member.memberId, role: 'member' },
  })
  expect(await listOwnTokens(r, member)).toMatchObject([{ id: mine.id, label: 'mine', revoked: false }])
  expect((await listTokens(r, company.owner)).map(({ id }) => id)).toEqual([mine.id, others.id])

  await revokeToken(r, member, mine.id)
  await expect(checkToken(r, mine.token)).rejects.toMatchObject({ facts: { reason: 'revoked' } })
  expect(await listOwnTokens(r, member)).toMatchObject([{ id: mine.id, revoked: true }])
})

test('an administrator revokes a member’s token; to a member another’s token is not there (I7)', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const [member, colleague] = [await company.hire(), await company.hire()]
  const { id, token } = await issueToken(r, member, { speaksAs: { kind: 'me' }, label: 'x', scopes })
  await expect(revokeToken(r, colleague, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(checkToken(r, token)).resolves.toBeDefined()
  await revokeToken(r, company.owner, id)
  await expect(checkToken(r, token)).rejects.toMatchObject({ facts: { reason: 'revoked' } })
})

test('members get no token for an app and not the list of all; unknown scopes and none at all are refused', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const member = await company.hire()
  const bot = await issueToken(r, company.owner, { speaksAs: { kind: 'new-bot', name: 'Robo' }, label: 'x', scopes })
  for (const speaksAs of [
    { kind: 'new-bot' as const, name: 'Mine' },
    { kind: 'bot' as const, memberId: bot.memberId },
  ])
    await expect(issueToken(r, member, { speaksAs, label: 'x', scopes })).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(listTokens(r, member)).rejects.toMatchObject({ code: 'not_allowed' })
  for (const given of [[], ['chat:write', 'admin']])
    await expect(issueToken(r, member, { speaksAs: { kind: 'me' }, label: 'x', scopes: given })).rejects.toMatchObject({
      code: 'invalid_input',
      facts: { field: 'scopes' },
    })
})

test('nobody has more than fifty tokens of their own in force', async () => {
  const r = world().resources
  const company = await foundCompany(r)
  const member = await company.hire()
  const issue = (label: string) => issueToken(r, member, { speaksAs: { kind: 'me' }, label, scopes })
  const [first] = await Promise.all(Array.from({ length: 50 }, (_, i) => issue(`token ${i}`)))
  await expect(issue('one more')).rejects.toMatchObject({ code: 'too_many_tokens', facts: { limit: 50 } })
  await revokeToken(r, member, first?.id ?? ('' as RowId))
  await expect(issue('one more')).resolves.toBeDefined()
})

test('a token of another workspace is neither listed nor revoked (I7)', async () => {
  const r = world().resources
  const [one, two] = [await foundCompany(r), await foundCompany(r)]
  const { id, token } = await issueToken(r, one.owner, { speaksAs: { kind: 'me' }, label: 'x', scopes })
  expect(await listTokens(r, two.owner)).toEqual([])
  await expect(revokeToken(r, two.owner, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(checkToken(r, token)).resolves.toBeDefined()
})
