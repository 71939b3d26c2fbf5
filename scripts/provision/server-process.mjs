/**
 * One private server process (database or Redis) on loopback: start, wait until it answers, stop, kill, restart.
 *
 * It runs in a process group of its own, so Ctrl-C in the terminal does not reach it before the workers have drained.
 * `server.json` beside its data names pid and start time: a server left by a crashed run is ended before a new one
 * opens the same files. If this Node process exits, the server is told to stop.
 */
import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { endRecorded, identityOf } from './identity.mjs'
import { freePort } from './ports.mjs'

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
  mkdirSync(plan.dir, { recursive: true })
  await endLeftover(plan.dir)
  const { child, port } = await firstStart(plan)
  const state = { child, wanted: true }
  /** @type {Array<() => void>} */
  const listeners = []
  const watch = () => {
    const current = state.child
    current.once('exit', () => {
      if (state.wanted && state.child === current) for (const listener of listeners) listener()
    })
  }
  watch()

  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    state.wanted = false
    if (signal === 'SIGKILL') await plan.forceStop?.()
    await endChild(state.child, signal, plan.forceStop)
    rmSync(stateFile(plan.dir), { force: true })
  }
  return {
    url: plan.url(port),
    port,
    get pid() {
      return state.child.pid ?? 0
    },
    get running() {
      return isRunning(state.child)
    },
    log: logFile(plan.dir),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: async () => {
      if (isRunning(state.child)) await end('SIGTERM')
      state.child = await spawnReady(plan, port, 'a')
      state.wanted = true
      watch()
    },
    onUnexpectedExit: (listener) => void listeners.push(listener),
  }
}

/** @param {ServerPlan} plan */
async function firstStart(plan) {
  for (let attempt = 1; ; attempt++) {
    const port = plan.port ?? (await freePort())
    try {
      return { child: await spawnReady(plan, port, 'w'), port }
    } catch (error) {
      if (plan.port !== undefined || attempt === PORT_TRIES || !/in use/i.test(String(error))) throw error
    }
  }
}

/**
 * @param {ServerPlan} plan
 * @param {number} port
 * @param {'w' | 'a'} logMode a restart adds to the log, so that what came before it can be read
 */
async function spawnReady(plan, port, logMode) {
  const log = openSync(logFile(plan.dir), logMode)
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
  if (child.pid) writeState(plan.dir, { pid: child.pid, identity: identityOf(child.pid), port })

  const deadline = Date.now() + READY_MS
  while (!(await plan.answers(port))) {
    if (failure !== undefined || !isRunning(child))
      throw new Error(`${plan.name} did not start (${failure ?? child.exitCode}):\n${tail(plan.dir)}`)
    if (Date.now() > deadline) {
      await endChild(child, 'SIGKILL', plan.forceStop)
      throw new Error(`${plan.name} did not answer on port ${port} within ${READY_MS} ms:\n${tail(plan.dir)}`)
    }
    await sleep(30)
  }
  if (!isRunning(child)) throw new Error(`${plan.name} did not start, port ${port} is in use:\n${tail(plan.dir)}`)
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

/** @param {string} dir */
async function endLeftover(dir) {
  const left = readState(dir)
  if (left) await endRecorded(left.pid, left.identity, STOP_MS)
}

const stateFile = (/** @type {string} */ dir) => path.join(dir, 'server.json')
const logFile = (/** @type {string} */ dir) => path.join(dir, 'server.log')
const tail = (/** @type {string} */ dir) => readFileSync(logFile(dir), 'utf8').slice(-1500)

/**
 * @param {string} dir
 * @param {{ pid: number, identity: string | null, port: number }} state
 */
function writeState(dir, state) {
  writeFileSync(stateFile(dir), `${JSON.stringify(state)}\n`)
}

/**
 * @param {string} dir
 * @returns {{ pid: number, identity: string | null, port: number } | null}
 */
function readState(dir) {
  try {
    return JSON.parse(readFileSync(stateFile(dir), 'utf8'))
  } catch {
    return null
  }
}
