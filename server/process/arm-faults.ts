/**
 * Arms the fault points of this process from CHAOS_FAULTS: `after-claim=kill,after-lease=stall:8000`. Each strikes once,
 * at its first hit, and says so on stdout first. A stall blocks the whole process, as SIGSTOP would. Refuses production.
 */
import { writeSync } from 'node:fs'
import { armFaultPoints, FAULT_POINTS, type FaultPoint } from '#server/domain/operations/fault-point.ts'
import type { Env } from './env.ts'

export type Fault = { do: 'kill' } | { do: 'stall'; ms: number }

/** @throws RangeError for an unknown point or deed, with the list of those there are */
export function parseFaults(text: string): Map<FaultPoint, Fault> {
  const faults = new Map<FaultPoint, Fault>()
  for (const part of text.split(',').filter((one) => one !== '')) {
    const [name = '', deed = ''] = part.split('=')
    const point = FAULT_POINTS.find((known) => known === name)
    if (!point) throw new RangeError(`CHAOS_FAULTS names ${name}; there are: ${FAULT_POINTS.join(', ')}`)
    faults.set(point, parseFault(deed))
  }
  return faults
}

function parseFault(deed: string): Fault {
  if (deed === 'kill') return { do: 'kill' }
  const ms = /^stall:(\d{1,5})$/.exec(deed)?.[1]
  if (ms === undefined) throw new RangeError(`CHAOS_FAULTS says ${deed}; it may say kill or stall:<ms>`)
  return { do: 'stall', ms: Number(ms) }
}

export function armFaults(env: Pick<Env, 'NODE_ENV' | 'CHAOS_FAULTS'>): void {
  if (env.CHAOS_FAULTS === undefined || env.NODE_ENV === 'production') return
  const faults = parseFaults(env.CHAOS_FAULTS)
  armFaultPoints((point) => {
    const fault = faults.get(point)
    if (!fault) return
    faults.delete(point)
    writeSync(1, `${JSON.stringify({ fault: point, do: fault.do })}\n`)
    if (fault.do === 'kill') process.kill(process.pid, 'SIGKILL')
    // Waits for nobody: the event loop, timers and sockets stand still until the time is over.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, fault.do === 'stall' ? fault.ms : 1_000)
  })
}
