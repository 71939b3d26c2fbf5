import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT } from '#scripts/provision/paths.mjs'
import type { ProductProcess, WorkerOptions } from './product-process.ts'

const ANSWERS_WITHIN_MS = 5_000

/** The longest hold of an event loop: how much of it its thread ran, how much it waited for a core; and the most that one turn ran. */
export type LoopHold = { held_ms: number; cpu_ms: number; waited_ms: number; mostCpu_ms: number }

/** How the event loop of a process is held: options to start it with, and what it tells since it was asked last. */
export function watchLoopDelay(): {
  options: Required<WorkerOptions>
  read(process: ProductProcess): Promise<LoopHold>
} {
  const folder = mkdtempSync(path.join(tmpdir(), 'carillon-loop-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'delay')
  return {
    options: {
      nodeArgs: ['--import', path.join(PROJECT, 'bench/frame/loop-watch.mjs')],
      env: { LOOP_DELAY_FILE: file },
    },
    async read({ name, pid }) {
      rmSync(file, { force: true })
      process.kill(pid, 'SIGUSR2')
      const deadline = Date.now() + ANSWERS_WITHIN_MS
      while (!existsSync(file)) {
        if (Date.now() > deadline) throw new Error(`${name} did not tell how long its event loop was held`)
        await sleep(5)
      }
      return JSON.parse(readFileSync(file, 'utf8')) as LoopHold
    },
  }
}
