/** One process of the topology: started again whenever it dies, as a supervisor would, and hurt in every way a process can be. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** `web`: the use cases behind a plain door that can be killed at its fault points; `next`: the web server itself. */
export type Role = 'web' | 'next' | 'gateway' | 'dispatcher' | 'hydrator' | 'sweeper' | 'relay' | 'jobs'

export type Strike = { name: string; point: string; deed: 'kill' | 'stall' }

export type ChildPlan = {
  name: string
  role: Role
  /** Program of Node, relative to the folder it runs in, and its arguments. */
  command: readonly string[]
  cwd: string
  env: Record<string, string>
  logFile: string
  /** Faults the next start is armed with (CHAOS_FAULTS), or null. */
  nextFaults: () => string | null
  /** A fault point struck: the process died of it, or stands still. */
  onFault: (strike: Strike) => void
  /** stdout and stderr go to a full disk instead of the log. */
  fullDisk?: boolean
}

export type Child = {
  name: string
  role: Role
  start(): void
  kill(signal: 'SIGKILL' | 'SIGTERM'): void
  /** SIGSTOP now, SIGCONT after `ms`. */
  freeze(ms: number): void
  /** Dead until this and every other hold is ended. @returns ends it */
  hold(): () => void
  /** Ends every hold. */
  wake(): void
  /** It said so since it was started, or told to end, last. */
  isReady(): boolean
  stop(): Promise<void>
}

const RESTART_MS = 300
/** As every process of ours says it, and the web server of Next. */
const READY = /"msg":"ready"|Ready in /
const STRUCK = /^\{"fault":"([a-z-]+)","do":"(kill|stall)"/gm

/** Nothing of a run outlives it, also where it is broken off. */
const started = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of started) child.kill('SIGKILL')
})

export function createChild(plan: ChildPlan): Child {
  let running: ChildProcess | null = null
  const holds = new Set<symbol>()
  let stopped = false
  let isReady = false

  function start(): void {
    if (running || holds.size > 0 || stopped) return
    const faults = plan.nextFaults()
    const out = plan.fullDisk ? '> /dev/full 2>&1' : ''
    const args = ['-c', `exec "$0" --enable-source-maps "$@" ${out}`, process.execPath, ...plan.command]
    const child = spawn('/bin/sh', args, {
      cwd: plan.cwd,
      env: { NODE_ENV: 'test', ...plan.env, ...(faults ? { CHAOS_FAULTS: faults } : {}) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running = child
    isReady = false
    started.add(child)
    const log = createWriteStream(plan.logFile, { flags: 'a' })
    child.stdout?.on('data', (chunk: Buffer) => {
      log.write(chunk)
      isReady ||= READY.test(chunk.toString())
      for (const [, point = '', deed] of chunk.toString().matchAll(STRUCK))
        plan.onFault({ name: plan.name, point, deed: deed === 'kill' ? 'kill' : 'stall' })
    })
    child.stderr?.on('data', (chunk: Buffer) => log.write(chunk))
    child.once('exit', () => {
      log.end()
      started.delete(child)
      running = null
      isReady = false
      if (!stopped && holds.size === 0) setTimeout(start, RESTART_MS)
    })
  }

  return {
    name: plan.name,
    role: plan.role,
    start,
    kill(signal) {
      isReady = false
      running?.kill(signal)
    },
    freeze(ms) {
      const frozen = running
      frozen?.kill('SIGSTOP')
      setTimeout(() => frozen?.kill('SIGCONT'), ms)
    },
    hold() {
      const hold = Symbol(plan.name)
      holds.add(hold)
      running?.kill('SIGKILL')
      return () => {
        holds.delete(hold)
        start()
      }
    },
    wake() {
      holds.clear()
      start()
    },
    isReady: () => isReady,
    async stop() {
      stopped = true
      const last = running
      if (!last) return
      const exited = once(last, 'exit')
      last.kill('SIGCONT')
      last.kill('SIGTERM')
      await Promise.race([exited, sleep(5_000)])
      last.kill('SIGKILL')
    },
  }
}
