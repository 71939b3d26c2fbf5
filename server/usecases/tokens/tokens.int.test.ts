import { expect, test } from 'vitest'
import { formatId } from '#server/domain/ids.ts'
import { listAccessTokens, revokeAccessToken } from '#server/mysql/access-tokens.ts'
import { foundCompany } from '#server/testing/company.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { deactivateMember } from '../members/change-member.ts'
import { checkToken } from './check-token.ts'
import { createBot, createToken } from './create-token.ts'

const world = useTestWorld()
const input = { label: 'ci', scopes: ['chat:write', 'users:read'] as const }

test('a person’s token speaks as that person, with its scopes and label', async () => {
  const r = world().resources
  const { owner, workspaceId } = await foundCompany(r)
  const { token } = await createToken(r, workspaceId, owner.memberId, input)
  expect(token).toMatch(new RegExp(`^xoxp-${formatId('workspace', workspaceId)}-[A-Za-z0-9_-]{43}$`))
  expect(await checkToken(r, token)).toMatchObject({
    actor: { workspaceId, memberId: owner.memberId, role: 'owner', client: 'slack:ci' },
    kind: 'user',
    scopes: ['chat:write', 'users:read'],
  })
})

test('a bot is a member of its own with a bot token', async () => {
  const r = world().resources
  const { workspaceId } = await foundCompany(r)
  const bot = await createBot(r, workspaceId, { ...input, name: 'Robo' })
  expect(bot.token).toMatch(/^xoxb-T/)
  expect(await checkToken(r, bot.token)).toMatchObject({
    actor: { memberId: bot.memberId, role: 'member' },
    kind: 'bot',
  })
})

test('a token is worth nothing once revoked, altered, of a deactivated member, or put under another workspace', async () => {
  const r = world().resources
  const [one, two] = [await foundCompany(r), await foundCompany(r)]
  const member = await one.hire()
  const { id, token } = await createToken(r, one.workspaceId, member.memberId, input)
  const refused = (given: string, reason: string) =>
    expect(checkToken(r, given)).rejects.toMatchObject({ code: 'not_signed_in', facts: { reason } })

  await refused(
    token.replace(formatId('workspace', one.workspaceId), formatId('workspace', two.workspaceId)),
    'unknown',
  )
  await refused(token.replace('xoxp', 'xoxb'), 'unknown')
  await refused(`${token}x`, 'unknown')
  await refused('', 'unknown')
  expect(await revokeAccessToken(r.mysql.read, two.workspaceId, id)).toBe(false)
  await checkToken(r, token)

  const second = await createToken(r, one.workspaceId, member.memberId, input)
  expect(await revokeAccessToken(r.mysql.read, one.workspaceId, id)).toBe(true)
  await refused(token, 'revoked')
  await checkToken(r, second.token)
  await deactivateMember(r, one.owner, member.memberId)
  await refused(second.token, 'deactivated')
})

test('the database holds no usable token', async () => {
  const r = world().resources
  const { owner, workspaceId } = await foundCompany(r)
  const { token } = await createToken(r, workspaceId, owner.memberId, input)
  const [rows] = await r.mysql.read.query('SELECT * FROM access_token WHERE workspace_id = ?', [workspaceId])
  expect(JSON.stringify(rows)).not.toContain(token.split('-').at(-1))
  expect(await listAccessTokens(r.mysql.read, workspaceId)).toMatchObject([
    { label: 'ci', revoked: false, kind: 'user' },
  ])
})

test('no token is made for strangers or the deactivated', async () => {
  const r = world().resources
  const [one, two] = [await foundCompany(r), await foundCompany(r)]
  await expect(createToken(r, one.workspaceId, two.owner.memberId, input)).rejects.toMatchObject({ code: 'not_found' })
})
