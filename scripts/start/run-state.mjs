/**
 * `run.json` in the data folder: who runs from it, and how to reach its servers. It keeps two starts off the same data,
 * lets a start end what a crashed one left running, and tells the command-line tools the private addresses.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endRecorded, identityOf, isStill } from '../provision/identity.mjs'

/**
 * @typedef {object} Recorded a process, told from later ones with the same pid
 * @property {number} pid
 * @property {string | null} identity
 *
 * @typedef {object} RunState
 * @property {Recorded} supervisor
 * @property {Recorded[]} children
 * @property {Record<string, string>} [env] what the processes were given
 * @property {boolean} [ready]
 */

/** Time for a leftover worker to drain, in ms. */
const LEFTOVER_GRACE_MS = 5_000

/**
 * Takes the data folder for this process.
 * @param {string} home
 */
export async function claimHome(home) {
  const before = readRunState(home)
  if (before && before.supervisor.pid !== process.pid && isStill(before.supervisor.pid, before.supervisor.identity)) {
    const where = before.env?.APP_URL ? ` at ${before.env.APP_URL}` : ''
    throw new Error(
      `Carillon already runs from ${home}${where} (process ${before.supervisor.pid}). Stop that one, or set CARILLON_HOME to another folder.`,
    )
  }
  const left = before?.children ?? []
  await Promise.all(left.map((child) => endRecorded(child.pid, child.identity, LEFTOVER_GRACE_MS)))
  writeRunState(home, { supervisor: record(process.pid), children: [] })
}

/** @param {string} home */
export function releaseHome(home) {
  rmSync(file(home), { force: true })
}

/**
 * @param {string} home
 * @returns {RunState | null}
 */
export function readRunState(home) {
  try {
    return JSON.parse(readFileSync(file(home), 'utf8'))
  } catch {
    return null
  }
}

/**
 * @param {string} home
 * @param {RunState} state
 */
export function writeRunState(home, state) {
  mkdirSync(home, { recursive: true })
  const fresh = `${file(home)}.new`
  writeFileSync(fresh, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  renameSync(fresh, file(home))
}

/**
 * @param {number} pid
 * @returns {Recorded}
 */
export const record = (pid) => ({ pid, identity: identityOf(pid) })

const file = (/** @type {string} */ home) => path.join(home, 'run.json')
