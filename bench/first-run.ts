/**
 * The figures of docs/first-run.md: how long `npm start` takes from a fresh clone and again, and how punctual 1,000
 * messages due in one second are with default settings, with Redis and with Redis stopped.
 *
 *   npm run first-run -- [--json FILE] [--messages N]
 *
 * Clones the committed state into a temporary folder and runs the product there; everything stays on loopback.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startRedis } from '#scripts/provision/redis.mjs'
import { measureSpike, type SpikeFigures } from './spike.ts'

const { values } = parseArgs({ options: { json: { type: 'string' }, messages: { type: 'string', default: '1000' } } })
const messages = Number(values.messages)
const READY = /Carillon is ready after ([\d.]+) s/
const START_WITHIN_MS = 900_000

const folder = mkdtempSync(join(tmpdir(), 'carillon-first-run-'))
const clone = join(folder, 'carillon')
try {
  spawnSync('git', ['clone', '--quiet', process.cwd(), clone], { stdio: 'inherit' })
  const first = await start({})
  await stop(first.child)
  const second = await start({})
  const spike = await measureSpike(addressesOf(clone), messages)
  await stop(second.child)

  const redis = await startRedis({ dir: join(folder, 'redis') })
  const third = await start({ REDIS_URL: redis.url })
  await redis.stop()
  const withoutRedis = await measureSpike(addressesOf(clone), messages)
  await stop(third.child)
  report({ first_start_s: first.took_s, second_start_s: second.took_s, spike, withoutRedis })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function start(env: Record<string, string>): Promise<{ child: ChildProcess; took_s: number }> {
  const began = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready within ${START_WITHIN_MS} ms`)), START_WITHIN_MS)
    let seen = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      seen = (seen + chunk.toString()).slice(-20_000)
      if (!READY.test(seen)) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}\n${seen.slice(-4_000)}`)))
  })
  return { child, took_s: (performance.now() - began) / 1000 }
}

async function stop(child: ChildProcess): Promise<void> {
  child.removeAllListeners('exit')
  const gone = new Promise((resolve) => child.once('exit', resolve))
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
  await gone
}

function addressesOf(checkout: string): { DATABASE_URL: string; REDIS_URL: string } {
  const { env } = JSON.parse(readFileSync(join(checkout, '.carillon', 'run.json'), 'utf8')) as {
    env: Record<string, string>
  }
  return { DATABASE_URL: env.DATABASE_URL ?? '', REDIS_URL: env.REDIS_URL ?? '' }
}

type Figures = { first_start_s: number; second_start_s: number; spike: SpikeFigures; withoutRedis: SpikeFigures }

function report(figures: Figures): void {
  const row = (name: string, s: SpikeFigures) =>
    `${name.padEnd(16)} sent ${s.sent}, duplicates ${s.duplicates}, early ${s.early}, late p50 ${s.late_ms.p50} ms, p99 ${s.late_ms.p99} ms, max ${s.late_ms.max} ms`
  console.log(`first npm start  ${figures.first_start_s.toFixed(1)} s`)
  console.log(`second npm start ${figures.second_start_s.toFixed(1)} s`)
  console.log(row(`${messages} in 1 s`, figures.spike))
  console.log(row('without Redis', figures.withoutRedis))
  const machine = {
    cores: cpus().length,
    model: cpus()[0]?.model,
    memory_gib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
  }
  if (values.json)
    writeFileSync(
      values.json,
      `${JSON.stringify({ date: new Date().toISOString(), machine, messages, ...figures }, null, 2)}\n`,
    )
}
