/** The product's own worker processes, from a bundle of their own, so that a build elsewhere does not change what is measured. */
import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { bundleWorkers } from '#scripts/build/workers.mjs'
import { PROJECT } from '#scripts/provision/paths.mjs'
import type { World } from './bench-servers.ts'
import type { Meter } from './meter.ts'

const OUTPUT = '.carillon/bench/workers'
const STOP_WITHIN_MS = 25_000

export type WorkerName = 'dispatcher' | 'hydrator' | 'relay' | 'sweeper' | 'jobs' | 'gateway'
export type ProductProcess = { name: WorkerName; pid: number; stop(signal?: NodeJS.Signals): Promise<void> }

export type WorkerOptions = {
  env?: Record<string, string>
  /** Arguments of node itself, such as --cpu-prof. */
  nodeArgs?: readonly string[]
}

export async function buildBenchWorkers(): Promise<void> {
  await bundleWorkers(OUTPUT)
}

/** The secrets of a bench run; nothing else listens to it. */
export const BENCH_SECRET = 'only for the loopback servers of a benchmark run'
export const BENCH_URL = 'http://127.0.0.1:3000'

export const workerEnv = (world: World): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  LOG_LEVEL: 'warn',
  DATABASE_URL: world.databaseUrl,
  REDIS_URL: world.redisUrl,
  APP_URL: BENCH_URL,
  GATEWAY_URL: 'http://127.0.0.1:3001',
  AUTH_SECRET: BENCH_SECRET,
  TICKET_SECRET: BENCH_SECRET,
})

/** Resolves once the process is spawned; it is ready when what it does can be seen. */
export function startWorker(world: World, meter: Meter, name: WorkerName, options: WorkerOptions = {}): ProductProcess {
  const child = spawn(process.execPath, [...(options.nodeArgs ?? []), path.join(OUTPUT, name, 'main.js')], {
    cwd: PROJECT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...workerEnv(world), ...options.env },
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${name} did not start`)
  meter.watch(name, pid)
  killAtExit(child)
  return { name, pid, stop: (signal = 'SIGTERM') => stop(child, meter, pid, signal) }
}

const running = new Set<ChildProcess>()

function killAtExit(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', () => running.forEach((one) => one.kill('SIGKILL')))
  running.add(child)
}

async function stop(child: ChildProcess, meter: Meter, pid: number, signal: NodeJS.Signals): Promise<void> {
  meter.forget(pid)
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await gone
  clearTimeout(timer)
}
