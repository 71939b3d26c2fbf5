import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'
import { formatId, type MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { refOf, scheduleDue, scheduleOne, sendThese } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'

const world = useTestWorld()
const r = () => world().resources

type Answer = { code: number; out: string; error: string }

function explain(args: readonly string[], changed: Record<string, string> = {}): Promise<Answer> {
  const env = { ...process.env, DATABASE_URL: world().databaseUrl, REDIS_URL: world().redisUrl, ...changed }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', 'tsx', 'server/tools/explain.ts', ...args],
      { env },
      (error, out, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, error: stderr })
      },
    )
  })
}

async function authorIn(): Promise<[Actor, Awaited<ReturnType<typeof addConversation>>]> {
  const author = await addMember(r(), await addWorkspace(r()), { name: 'Ana' })
  return [author, await addConversation(r(), [author], { name: 'general' })]
}

test('explain tells a message from its row to what happens next, by its id alone', async () => {
  const [author, conversation] = await authorIn()
  const { id } = await scheduleDue(r(), author, conversation, { text: 'good morning' })
  await sendThese(r(), [refOf(author, id)])
  const { code, out } = await explain([formatId('scheduled', id)])
  expect(code).toBe(0)
  expect(out).toMatch(/^Q\w{14} is SENT\n\nThe row\n {2}status {8}SENT, version 1, fence 1, attempts 0\n/)
  for (const words of [
    'Ana, Europe/Berlin (U',
    '#general, public (C',
    'created by Ana',
    'sent by the system',
    'number      1, ts ',
    '"good morning"',
  ]) {
    expect(out).toContain(words)
  }
  expect(out).toMatch(
    /Next\n {2}It was sent as message 1 of its conversation, .+ after its second\. Nothing happens any more\.\n$/,
  )
}, 60_000)

test('explain --json is one object with the ids that people and URLs have', async () => {
  const [author, conversation] = await authorIn()
  const { id } = await scheduleOne(r(), author, conversation)
  const workspace = formatId('workspace', author.workspaceId)
  const { code, out } = await explain([formatId('scheduled', id), '--workspace', workspace, '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({
    id: formatId('scheduled', id),
    workspace: { id: workspace },
    author: { id: formatId('member', author.memberId) },
    conversation: { id: formatId('conversation', conversation) },
    row: { status: 'SCHEDULED', version: 1 },
    next: { state: expect.stringMatching(/^waiting/) },
  })
}, 60_000)

test('explain says in one line why it cannot tell, and exits with a code of its own', async () => {
  const unknown = formatId('scheduled', r().makeId<MessageId>())
  const away = { DATABASE_URL: 'mysql://root@127.0.0.1:1/carillon' }
  const [missing, misspelt, unasked, cut, noServer, notTold] = await Promise.all([
    explain([unknown]),
    explain([`${unknown.slice(0, -1)}*`]),
    explain([]),
    explain([unknown, '--workspace', 'T123']),
    explain([unknown], away),
    explain([unknown], { DATABASE_URL: '' }),
  ])
  expect([missing, misspelt, unasked, cut, noServer, notTold].map(({ code }) => code)).toEqual([1, 2, 2, 2, 3, 2])
  expect(missing.error).toMatch(/^There is no scheduled message with this id\..*\n$/)
  expect(misspelt.error).toMatch(/^"Q.*" is no such id: .*\n$/)
  expect(unasked.error).toMatch(/^Usage: /)
  expect(cut.error).toMatch(/^"T123" is no such id/)
  expect(noServer.error).toMatch(/^The database does not answer \(ECONNREFUSED\)/)
  expect(notTold.error).toContain('DATABASE_URL: is missing')
}, 120_000)

test('a process in another zone of the world reads the same instants and the same wall clock (K70)', async () => {
  const [author, conversation] = await authorIn()
  const { id, sendAt, wallClock } = await scheduleOne(r(), author, conversation)
  const args = [formatId('scheduled', id), '--workspace', formatId('workspace', author.workspaceId), '--json']
  const answers = await Promise.all(['UTC', 'Asia/Kolkata', 'Pacific/Niue'].map((TZ) => explain(args, { TZ })))
  const rows = answers.map(({ out }) => (JSON.parse(out) as { row: Record<string, unknown> }).row)
  for (const row of rows) {
    expect(row).toMatchObject({ sendAt, wallClock, zone: 'Europe/Berlin' })
    expect(row).toEqual(rows[0])
  }
}, 60_000)
