/** The files of one private server beside its data: its log, and which process runs it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { endRecorded, identityOf } from './identity.mjs'

/**
 * @param {string} dir
 * @param {number} graceMs time a leftover server has to stop
 */
export function serverFolder(dir, graceMs) {
  const state = path.join(dir, 'server.json')
  const log = path.join(dir, 'server.log')
  mkdirSync(dir, { recursive: true })
  return {
    log,
    /** Last lines of the log, for errors. */
    tail: () => readFileSync(log, 'utf8').slice(-1500),
    recordProcess: (/** @type {number} */ pid) => {
      writeFileSync(state, `${JSON.stringify({ pid, identity: identityOf(pid) })}\n`)
    },
    forgetProcess: () => rmSync(state, { force: true }),
    /** Ends the server that a crashed run left on this data, if it is still that process. */
    endLeftover: async () => {
      const left = readRecorded(state)
      if (left) await endRecorded(left.pid, left.identity, graceMs)
    },
  }
}

/**
 * @param {string} file
 * @returns {{ pid: number, identity: string | null } | null}
 */
function readRecorded(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
