/** A private PostgreSQL on loopback for the peers that need one: every commit is flushed. Refuses root, so it gets another user. */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadPeer } from '../peers/peer-packages.ts'

const PACKAGES = '/usr/lib/postgresql'
const SETTINGS = ['fsync=on', 'synchronous_commit=on', 'shared_buffers=1GB', 'max_wal_size=4GB', 'max_connections=200']
const READY_MS = 30_000

export type Postgres = { pid: number; version: string; createDatabase(): Promise<string>; stop(): Promise<void> }
type PgClient = {
  connect(): Promise<void>
  query(sql: string): Promise<{ rows: Record<string, string>[] }>
  end(): Promise<void>
}

/** @returns null where this machine has no PostgreSQL */
export async function startPostgres(): Promise<Postgres | null> {
  const bin = programs()
  if (!bin) return null
  const folder = mkdtempSync(path.join(tmpdir(), 'carillon-bench-pg-'))
  const owner = ordinaryUser()
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = path.join(folder, 'data')
  execFileSync(path.join(bin, 'initdb'), ['-D', data, '-A', 'trust', '-U', 'bench', '--no-sync'], {
    ...owner,
    stdio: 'ignore',
    cwd: folder,
  })
  const port = await freePort()
  const settings = [...SETTINGS, 'listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, `port=${port}`]
  const log = openSync(path.join(folder, 'log'), 'a')
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', log, log],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `postgres://bench@127.0.0.1:${port}/postgres`
  let databases = 0
  return {
    pid: child.pid ?? 0,
    version: await untilReady(url),
    async createDatabase() {
      const name = `bench${++databases}`
      await query(url, `CREATE DATABASE ${name}`)
      return new URL(`/${name}`, url).href
    },
    stop: async () => {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT') // fast shutdown
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function programs(): string | null {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).toSorted((a, b) => Number(b) - Number(a)) : []
  return (
    versions
      .map((version) => path.join(PACKAGES, version, 'bin'))
      .find((bin) => existsSync(path.join(bin, 'initdb'))) ?? null
  )
}

function ordinaryUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

async function query(url: string, sql: string): Promise<Record<string, string>[]> {
  const { Client } = loadPeer<{ Client: new (url: string) => PgClient }>('pg')
  const client = new Client(url)
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

async function untilReady(url: string): Promise<string> {
  const deadline = Date.now() + READY_MS
  for (;;) {
    try {
      const [row] = await query(url, 'SHOW server_version')
      return row?.server_version ?? 'unknown'
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(100)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('no free port')
  return address.port
}
