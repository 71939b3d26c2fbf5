import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { formatId } from '#server/domain/ids.ts'
import { foundCompany } from '#server/testing/company.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { checkToken } from '#server/usecases/tokens/check-token.ts'

const world = useTestWorld()

function run(...args: string[]): Promise<{ code: number; out: string; error: string }> {
  const env = { ...process.env, DATABASE_URL: world().databaseUrl, REDIS_URL: world().redisUrl }
  return new Promise((resolve) => {
    execFile(process.execPath, ['--import', 'tsx', 'server/tools/token.ts', ...args], { env }, (error, out, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, error: stderr })
    })
  })
}

test('a token is created, listed without its secret, and revoked', async () => {
  const r = world().resources
  const { owner, workspaceId } = await foundCompany(r)
  const workspace = formatId('workspace', workspaceId)
  const member = formatId('member', owner.memberId)
  const made = await run(
    'create',
    '--workspace',
    workspace,
    '--member',
    member,
    '--label',
    'ci',
    '--scopes',
    'chat:write',
  )
  const [, id = '', token = ''] = /^id {6}(\d+)\nmember {2}U\w+\ntoken {3}(xoxp-\S+)\n$/.exec(made.out) ?? []
  expect(await checkToken(r, token)).toMatchObject({ actor: { memberId: owner.memberId }, scopes: ['chat:write'] })

  expect((await run('list', '--workspace', workspace)).out).toBe(`${id}  user  ${member}  in force  ci  chat:write\n`)
  expect(await run('revoke', '--workspace', workspace, '--id', id)).toMatchObject({ code: 0, out: 'revoked\n' })
  await expect(checkToken(r, token)).rejects.toMatchObject({ facts: { reason: 'revoked' } })
  expect(await run('revoke', '--workspace', workspace, '--id', id)).toMatchObject({ code: 1 })
}, 60_000)

test('a bot comes with its token; what is asked wrongly is refused with the reason', async () => {
  const r = world().resources
  const workspace = formatId('workspace', (await foundCompany(r)).workspaceId)
  const bot = await run('create', '--workspace', workspace, '--bot', 'Robo', '--label', 'ci')
  expect(bot.out).toMatch(/token {3}xoxb-T/)

  expect(await run()).toMatchObject({ code: 2, error: expect.stringContaining('Usage') })
  expect(await run('create', '--workspace', workspace, '--bot', 'Robo')).toMatchObject({
    code: 1,
    error: expect.stringContaining('--label'),
  })
  expect(
    await run('create', '--workspace', workspace, '--bot', 'R', '--label', 'x', '--scopes', 'admin'),
  ).toMatchObject({
    code: 1,
    error: expect.stringContaining('admin'),
  })
  expect(await run('list', '--workspace', 'T1')).toMatchObject({
    code: 1,
    error: expect.stringContaining('invalid_id'),
  })
}, 60_000)
