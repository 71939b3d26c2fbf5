import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { connectCreating, migrate } from './migrate.mjs'

let folder = ''
let url = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carillon-migrations-'))
  url = new URL(`/carillon_migrate_${randomBytes(6).toString('hex')}`, inject('databaseServerUrl')).href
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await query(`DROP DATABASE ${new URL(url).pathname.slice(1)}`)
})

test('migrations are applied once, in order of their names', async () => {
  write('2_fill', 'INSERT INTO a VALUES (1)')
  write('1_make', 'CREATE TABLE a (id INT PRIMARY KEY); CREATE TABLE b (id INT PRIMARY KEY)')
  expect(await migrate(url, { folder })).toEqual({ applied: ['1_make', '2_fill'], fresh: true })
  expect(await migrate(url, { folder })).toEqual({ applied: [], fresh: false })
  write('3_more', 'INSERT INTO a VALUES (2)')
  expect(await migrate(url, { folder })).toEqual({ applied: ['3_more'], fresh: false })
  expect(await query('SELECT id FROM a ORDER BY id')).toEqual([{ id: 1 }, { id: 2 }])
})

test('two runs at once apply each migration once', async () => {
  write('1_make', 'CREATE TABLE a (id INT PRIMARY KEY)')
  write('2_fill', 'INSERT INTO a VALUES (1)')
  const both = await Promise.all([migrate(url, { folder }), migrate(url, { folder })])
  expect(both.flatMap((one) => one.applied).toSorted()).toEqual(['1_make', '2_fill'])
})

test('a failed migration stops this run and the next ones, and says what to repair', async () => {
  write('1_bad', 'CREATE TABLE a (id INT PRIMARY KEY); INSERT INTO missing VALUES (1)')
  write('2_next', 'CREATE TABLE b (id INT PRIMARY KEY)')
  await expect(migrate(url, { folder })).rejects.toThrow(/1_bad failed: .*missing/)
  await expect(migrate(url, { folder })).rejects.toThrow(/1_bad failed earlier: .*missing[^]*rolled_back_at/)
  await query('DROP TABLE a')
  write('1_bad', 'CREATE TABLE a (id INT PRIMARY KEY)')
  await query('UPDATE _prisma_migrations SET rolled_back_at = UTC_TIMESTAMP(3)')
  expect(await migrate(url, { folder })).toEqual({ applied: ['1_bad', '2_next'], fresh: false })
})

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, 'migration.sql'), sql)
}

async function query(sql: string): Promise<unknown> {
  const db = await connectCreating(url)
  try {
    return (await db.query(sql))[0]
  } finally {
    await db.end()
  }
}
