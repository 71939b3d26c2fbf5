/**
 * Loaded into a process of the product before its own code: at SIGUSR2 it writes to the file LOOP_DELAY_FILE how long its event
 * loop was held at the most since the last time, in ms, and begins anew.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 1
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
process.on('SIGUSR2', () => {
  const file = String(process.env.LOOP_DELAY_FILE)
  writeFileSync(`${file}.new`, String(Math.max(0, delay.max / 1e6 - RESOLUTION_MS)))
  renameSync(`${file}.new`, file)
  delay.reset()
})
