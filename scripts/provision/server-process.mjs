/**
 * One private server process (database or Redis) on loopback: start, wait until it answers, stop, kill, restart.
 *
 * It runs in a process group of its own, so Ctrl-C in the terminal does not reach it before the workers have drained.
 * `server.json` beside its data names pid and start time: a server left by a crashed run is ended before a new one
 * opens the same files. If this Node process exits, the server is told to stop.
 */
import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './ports.mjs'
import { serverFolder } from './server-folder.mjs'

/**
 * @typedef {object} ServerHandle
 * @property {string} url for clients; a database URL has no database name yet
 * @property {number} port stays the same over restarts
 * @property {number} pid of the process now running
 * @property {boolean} running
 * @property {string} log file with everything the server printed
 * @property {() => Promise<void>} stop SIGTERM and wait; SIGKILL after a minute
 * @property {() => Promise<void>} kill SIGKILL and wait: power loss as far as the server can tell
 * @property {() => Promise<void>} restart starts it again on the same port and data; stops it first if it runs
 * @property {(listener: () => void) => void} onUnexpectedExit
 *
 * @typedef {object} ServerPlan
 * @property {string} name for messages
 * @property {string} dir holds data, log and server.json
 * @property {string} command
 * @property {string} [argv0]
 * @property {(port: number) => string[]} args
 * @property {Record<string, string | undefined>} [env]
 * @property {(port: number) => Promise<boolean>} answers
 * @property {(port: number) => string} url
 * @property {number} [port] default: any free one
 * @property {() => Promise<void>} [forceStop] used besides SIGKILL where the child is only a client (Docker)
 */

const READY_MS = 90_000
const STOP_MS = 60_000
/** A free port can be taken by others before the server binds it, so a failed first start picks another. */
const PORT_TRIES = 3

/**
 * @param {ServerPlan} plan
 * @returns {Promise<ServerHandle>}
 */
export async function startServer(plan) {
  const folder = serverFolder(plan.dir, STOP_MS)
  await folder.endLeftover()
  const { child, port } = await firstStart(plan, folder)
  const now = { child, wanted: true }
  /** @type {Array<() => void>} */
  const listeners = []
  const watch = () => {
    const { child: current } = now
    current.once('exit', () => {
      if (now.wanted && now.child === current) for (const listener of listeners) listener()
    })
  }
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    now.wanted = false
    if (signal === 'SIGKILL') await plan.forceStop?.()
    await endChild(now.child, signal, plan.forceStop)
    folder.forgetProcess()
  }
  const restart = async () => {
    if (isRunning(now.child)) await end('SIGTERM')
    now.child = await spawnReady(plan, folder, port, 'a')
    now.wanted = true
    watch()
  }
  watch()
  return {
    url: plan.url(port),
    port,
    get pid() {
      return now.child.pid ?? 0
    },
    get running() {
      return isRunning(now.child)
    },
    log: folder.log,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart,
    onUnexpectedExit: (listener) => void listeners.push(listener),
  }
}

/**
 * @param {ServerPlan} plan
 * @param {ReturnType<typeof serverFolder>} folder
 */
async function firstStart(plan, folder) {
  for (let attempt = 1; ; attempt++) {
    const port = plan.port ?? (await freePort())
    try {
      return { child: await spawnReady(plan, folder, port, 'w'), port }
    } catch (error) {
      if (plan.port !== undefined || attempt === PORT_TRIES || !/in use/i.test(String(error))) throw error
    }
  }
}

/**
 * @param {ServerPlan} plan
 * @param {ReturnType<typeof serverFolder>} folder
 * @param {number} port
 * @param {'w' | 'a'} logMode a restart adds to the log, so that what came before it can be read
 */
async function spawnReady(plan, folder, port, logMode) {
  if (await plan.answers(port)) throw new Error(`${plan.name} cannot start: port ${port} is in use by another server`)
  const log = openSync(folder.log, logMode)
  const child = spawn(plan.command, plan.args(port), {
    argv0: plan.argv0,
    env: plan.env ?? process.env,
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  /** @type {string | undefined} */
  let failure
  child.once('error', (error) => (failure = error.message))
  stopAtExit(child)
  if (child.pid) folder.recordProcess(child.pid)

  const deadline = Date.now() + READY_MS
  while (!(await plan.answers(port))) {
    if (failure !== undefined || !isRunning(child)) {
      throw new Error(`${plan.name} did not start (${failure ?? child.exitCode}):\n${folder.tail()}`)
    }
    if (Date.now() > deadline) {
      await endChild(child, 'SIGKILL', plan.forceStop)
      throw new Error(`${plan.name} did not answer on port ${port} within ${READY_MS} ms:\n${folder.tail()}`)
    }
    await sleep(30)
  }
  return child
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 * @param {(() => Promise<void>) | undefined} forceStop
 */
async function endChild(child, signal, forceStop) {
  if (!isRunning(child)) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const timer = setTimeout(() => {
    void forceStop?.()
    child.kill('SIGKILL')
  }, STOP_MS)
  await exited
  clearTimeout(timer)
}

/** @param {import('node:child_process').ChildProcess} child */
function isRunning(child) {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/** @type {Set<import('node:child_process').ChildProcess>} */
const children = new Set()

/** @param {import('node:child_process').ChildProcess} child */
function stopAtExit(child) {
  if (children.size === 0) process.once('exit', () => children.forEach((one) => one.kill('SIGTERM')))
  children.add(child)
  child.unref()
}
