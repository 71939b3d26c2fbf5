/**
 * Is process 4711 still the one we started? A pid alone is reused; pid plus start time is not.
 * Everything a crashed run left behind is ended by this, never by its name.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * What tells this process from any other that ever had its pid, or null when it is gone (or cannot be told).
 * @param {number} pid
 * @returns {string | null}
 */
export function identityOf(pid) {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
}

/**
 * @param {number} pid
 * @param {string | null} identity as taken when it was started
 */
export function isStill(pid, identity) {
  return identity !== null && identityOf(pid) === identity
}

/**
 * SIGTERM, then SIGKILL after `graceMs`. Does nothing when the process is not the recorded one.
 * @param {number} pid
 * @param {string | null} identity
 * @param {number} graceMs
 */
export async function endRecorded(pid, identity, graceMs = 20_000) {
  if (!isStill(pid, identity)) return false
  signal(pid, 'SIGTERM')
  const deadline = Date.now() + graceMs
  while (isStill(pid, identity) && Date.now() < deadline) await sleep(50)
  if (isStill(pid, identity)) signal(pid, 'SIGKILL')
  while (isStill(pid, identity)) await sleep(50)
  return true
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals} name
 */
function signal(pid, name) {
  try {
    process.kill(pid, name)
  } catch {
    // It ended between the check and the signal, which is what we wanted.
  }
}

/** Field 22 of /proc/PID/stat is the start in clock ticks since boot; field 3 is Z for an ended, unreaped process. */
function fromProc(/** @type {number} */ pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()
    return fields[0] === 'Z' ? null : `${boot}:${fields[19]}`
  } catch {
    return null
  }
}

function fromPs(/** @type {number} */ pid) {
  const { status, stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
  return status === 0 && stdout.trim() ? stdout.trim() : null
}
