/**
 * Keeps one process running: prefixes what it prints, starts it again when it dies, and stops it by signal.
 * Each has a process group of its own, so Ctrl-C reaches only the supervisor, which then stops them in order.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { PROJECT } from '../provision/paths.mjs'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 15_000
/** One that ran this long has recovered: its next death is restarted quickly again. */
const STEADY_MS = 30_000

/**
 * @param {import('./processes.mjs').ProcessPlan} plan
 * @param {{ env: Record<string, string | undefined>, print: (line: string) => void, started: () => void }} options
 */
export function supervise(plan, { env, print, started }) {
  /** @type {import('node:child_process').ChildProcess} */
  let child
  /** @type {NodeJS.Timeout | undefined} */
  let restart
  let wanted = true
  let deaths = 0

  const launch = () => {
    const since = Date.now()
    child = spawn(process.execPath, plan.args, { cwd: PROJECT, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    for (const stream of [child.stdout, child.stderr]) {
      if (stream) createInterface({ input: stream }).on('line', print)
    }
    child.once('error', (error) => print(`could not start: ${error.message}`))
    child.once('exit', (code, signal) => {
      if (!wanted) return
      deaths = Date.now() - since > STEADY_MS ? 0 : deaths + 1
      const wait = Math.min(FIRST_WAIT_MS * 2 ** deaths, LONGEST_WAIT_MS)
      print(`ended with ${signal ?? code}, starts again in ${wait} ms`)
      restart = setTimeout(launch, wait)
    })
    started()
  }
  launch()

  const alive = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  return {
    name: plan.name,
    group: plan.group,
    get pid() {
      return alive() ? child.pid : undefined
    },
    /** Asks it to end; the normal way of restarting then brings it back with the new code. */
    reload: () => {
      deaths = -1
      if (alive()) child.kill('SIGTERM')
    },
    /** SIGTERM, then SIGKILL to its whole group after `deadlineMs`. */
    stop: async (/** @type {number} */ deadlineMs) => {
      wanted = false
      clearTimeout(restart)
      if (!alive()) return
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      const timer = setTimeout(() => {
        print(`did not stop within ${deadlineMs} ms, killing it`)
        killGroup(child.pid)
      }, deadlineMs)
      await exited
      clearTimeout(timer)
    },
    killNow: () => {
      wanted = false
      clearTimeout(restart)
      if (alive()) killGroup(child.pid)
    },
  }
}

/** @param {number | undefined} pid */
function killGroup(pid) {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group is gone already.
  }
}
