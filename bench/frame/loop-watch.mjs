/**
 * Loaded into a process of the product before its own code: at SIGUSR2 it writes to the file LOOP_DELAY_FILE, as JSON, how
 * its event loop was held since the last time, and begins anew. A hold is the time between two turns beyond the timer's
 * own; the kernel tells how much of it the loop's thread had a core and how much it waited for one. Linux only.
 */
import { openSync, readSync, renameSync, writeFileSync } from 'node:fs'

const EVERY_MS = 2
const file = openSync(`/proc/${process.pid}/task/${process.pid}/schedstat`, 'r')
const buffer = Buffer.alloc(64)
const NOTHING = { held_ms: 0, cpu_ms: 0, waited_ms: 0 }

/** Time on a core and time runnable without one, in ms, of the main thread. */
function readTimes() {
  const [ran_ns, waited_ns] = buffer.toString('latin1', 0, readSync(file, buffer, 0, 64, 0)).split(' ')
  return { at: performance.now(), ran: Number(ran_ns) / 1e6, waited: Number(waited_ns) / 1e6 }
}

let [longest, mostCpu_ms] = [NOTHING, 0]
let before = readTimes()
setInterval(() => {
  const now = readTimes()
  const held_ms = Math.max(0, now.at - before.at - EVERY_MS)
  const cpu_ms = now.ran - before.ran
  if (held_ms > longest.held_ms) longest = { held_ms, cpu_ms, waited_ms: now.waited - before.waited }
  mostCpu_ms = Math.max(mostCpu_ms, cpu_ms)
  before = now
}, EVERY_MS).unref()

process.on('SIGUSR2', () => {
  const path = String(process.env.LOOP_DELAY_FILE)
  writeFileSync(`${path}.new`, JSON.stringify({ ...longest, mostCpu_ms }))
  renameSync(`${path}.new`, path)
  ;[longest, mostCpu_ms] = [NOTHING, 0]
  before = readTimes()
})
