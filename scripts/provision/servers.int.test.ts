import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { identityOf, isStill } from './identity.mjs'
import { startDatabase } from './database.mjs'
import { redisAnswers } from './ports.mjs'
import { startRedis } from './redis.mjs'

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'carillon-provision-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

test('a server that was left running by a crashed run is ended before its data is opened again', async () => {
  const left = await startRedis({ dir })
  const again = await startRedis({ dir })
  expect(left.running).toBe(false)
  expect(await redisAnswers(again.port)).toBe(true)
  await again.stop()
})

test('another process that got the pid of an ended server is left alone', async () => {
  const stranger = spawn('sleep', ['60'])
  writeFileSync(join(dir, 'server.json'), JSON.stringify({ pid: stranger.pid, identity: 'an earlier start', port: 1 }))
  const server = await startRedis({ dir })
  expect(stranger.exitCode).toBeNull()
  expect(stranger.signalCode).toBeNull()
  await server.stop()
  stranger.kill()
})

test('a killed server says so, and comes back on the same port', async () => {
  const server = await startRedis({ dir })
  const exits = vi.fn()
  server.onUnexpectedExit(exits)
  process.kill(server.pid, 'SIGKILL')
  await vi.waitFor(() => expect(exits).toHaveBeenCalledOnce(), { timeout: 5_000 })
  await server.restart()
  expect(await redisAnswers(server.port)).toBe(true)
  await server.stop()
  expect(exits).toHaveBeenCalledOnce()
})

test('databases that are set up at once keep out of each other’s temporary tables', async () => {
  const dirs = ['one', 'two'].map((name) => join(dir, name))
  const servers = await Promise.all(dirs.map((each) => startDatabase({ dir: each })))
  for (const [i, server] of servers.entries()) {
    const connection = await createConnection(server.url)
    const [rows] = await connection.query('SELECT @@tmpdir AS folder')
    expect(rows).toEqual([{ folder: join(dirs[i] ?? '', 'tmp') }])
    await connection.end()
  }
  await Promise.all(servers.map((server) => server.stop()))
})

test('a password stands in no command line', async () => {
  const server = await startRedis({ dir, password: 'not-for-ps-0123456789' })
  expect(identityOf(server.pid)).not.toBeNull()
  expect(isStill(server.pid, identityOf(server.pid))).toBe(true)
  if (process.platform === 'linux') {
    expect(readFileSync(`/proc/${server.pid}/cmdline`, 'utf8')).not.toContain('not-for-ps')
  }
  await server.stop()
})
