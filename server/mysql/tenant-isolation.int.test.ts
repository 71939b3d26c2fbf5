/**
 * Every repository function, called in one workspace with the ids of another: it answers nothing and changes nothing
 * there (I7). The list is held to the source, so a new function must be added here or named as belonging to no workspace.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import type { Row, Tx } from './connect.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { CALLS, OF_NO_WORKSPACE } from '#server/testing/isolation/calls.ts'
import { setUpNeighbours, type Neighbours } from '#server/testing/isolation/neighbours.ts'

const world = useTestWorld()

test('every repository function is called here or belongs to no workspace', () => {
  expect([...Object.keys(CALLS), ...OF_NO_WORKSPACE].toSorted()).toEqual(listRepositoryFunctions().toSorted())
})

test('called with another workspace’s ids, each answers nothing and changes nothing there (I7)', async () => {
  const neighbours = await setUpNeighbours(world().resources)
  const tx = await neighbours.r.mysql.send.getConnection()
  const before = await snapshot(tx, neighbours)
  expect(before).toContain('secret')
  for (const [name, call] of Object.entries(CALLS)) {
    await tx.query('BEGIN')
    const answer = await call(tx, neighbours).catch(refusalOf)
    expect(isEmpty(answer), `${name} answered ${inspect(answer)}`).toBe(true)
    expect(await snapshot(tx, neighbours), name).toEqual(before)
    await tx.query('ROLLBACK')
  }
  tx.release()
}, 120_000)

/** `module.function` of everything in this folder whose first argument is a pool, a transaction or Prisma. */
function listRepositoryFunctions(): string[] {
  const folder = new URL('.', import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const source = readFileSync(new URL(file, folder), 'utf8')
      const found = source.matchAll(/export (?:async )?function (\w+)(?:<[^(]*>)?\(\s*\w+: (?:Db|Tx|Prisma)\b/g)
      return [...found].map(([, name]) => `${file.replace('.ts', '')}.${name}`)
    })
}

/** Every row of the neighbour's workspace, of every table that has workspaces. */
async function snapshot(tx: Tx, { theirs }: Neighbours): Promise<string> {
  const [tables] = await tx.query<Row[]>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns
     WHERE table_schema = DATABASE() AND column_name = 'workspace_id' ORDER BY table_name`,
  )
  const rows: unknown[] = []
  for (const { name } of tables) {
    const [found] = await tx.query<Row[]>(`SELECT * FROM \`${name}\` WHERE workspace_id = ?`, [theirs.workspaceId])
    rows.push([name, found.map((row) => JSON.stringify(row)).toSorted()])
  }
  return JSON.stringify(rows)
}

/** A broken invariant or a missing row is a refusal; anything else is a failure of the test. */
function refusalOf(error: unknown): null {
  if (error instanceof Error && /^invariant broken/.test(error.message)) return null
  throw error
}

function isEmpty(answer: unknown): boolean {
  if (answer instanceof Map || answer instanceof Set) return answer.size === 0
  if (Array.isArray(answer)) return answer.length === 0
  return answer === null || answer === undefined || answer === false || answer === 0
}
