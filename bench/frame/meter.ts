/**
 * What a measurement cost, from /proc: CPU by process, peak memory, and the share of the machine that others used
 * meanwhile. CPU per message hardly changes when others work on the same cores; wall time does. Linux only.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { round } from './statistics.ts'

/** Linux counts process time in hundredths of a second. */
const TICK_US = 10_000

export type Cost = {
  /** Microseconds of CPU per unit of work, by part, and the sum of the product's own parts. */
  cpu_us: Record<string, number>
  cpu_us_total: number
  /** Largest resident memory of each part since its start, in MiB. */
  peak_mib: Record<string, number>
  /** 0..1 of all cores, used by processes that are no part of this. */
  others: number
  seconds: number
}

export type Meter = {
  /** Counts the process from now on as (one of) `part`, with the processes it forks where it is a `tree`. */
  watch(part: string, pid: number, how?: 'alone' | 'tree'): void
  forget(pid: number): void
  start(): Measurement
}
export type Measurement = { stop(units: number): Cost }

/** The outside world: callers, listeners and the sockets of clients are no cost of the product. */
const OUTSIDE = new Set(['bench', 'clients'])

export function createMeter(): Meter {
  const parts: Parts = new Map([[process.pid, { part: 'bench', how: 'alone' }]])
  return {
    watch: (part, pid, how = 'alone') => void parts.set(pid, { part, how }),
    forget: (pid) => void parts.delete(pid),
    start() {
      const before = snapshotOf(parts)
      return { stop: (units) => costBetween(before, snapshotOf(parts), units) }
    },
  }
}

type Parts = Map<number, { part: string; how: 'alone' | 'tree' }>
type Snapshot = { at: number; busyTicks: number; byPid: Map<number, { part: string; ticks: number; peak_mib: number }> }

function snapshotOf(parts: Parts): Snapshot {
  const byPid: Snapshot['byPid'] = new Map()
  const add = (pid: number, part: string) => {
    const ticks = ticksOf(pid)
    if (ticks !== null) byPid.set(pid, { part, ticks, peak_mib: peakOf(pid) })
  }
  for (const [pid, { part, how }] of parts) {
    add(pid, part)
    if (how === 'tree') for (const child of childrenOf(pid)) add(child, part)
  }
  return { at: performance.now(), busyTicks: busyTicks(), byPid }
}

/** Those that ended meanwhile are in the parent's own figure. */
function childrenOf(parent: number): number[] {
  try {
    return readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number)
  } catch {
    return []
  }
}

function costBetween(before: Snapshot, after: Snapshot, units: number): Cost {
  const cpu_us: Record<string, number> = {}
  const peak_mib: Record<string, number> = {}
  let ownTicks = 0
  for (const [pid, { part, ticks, peak_mib: peak }] of after.byPid) {
    const used = ticks - (before.byPid.get(pid)?.ticks ?? 0)
    ownTicks += used
    cpu_us[part] = (cpu_us[part] ?? 0) + (used * TICK_US) / units
    peak_mib[part] = Math.round((peak_mib[part] ?? 0) + peak)
  }
  const total = Object.entries(cpu_us).reduce((sum, [part, us]) => (OUTSIDE.has(part) ? sum : sum + us), 0)
  const seconds = (after.at - before.at) / 1000
  const capacity = (seconds * 1e6 * cpus().length) / TICK_US
  return {
    cpu_us: Object.fromEntries(Object.entries(cpu_us).map(([part, us]) => [part, round(us)])),
    cpu_us_total: round(total),
    peak_mib,
    others: Math.max(0, round((after.busyTicks - before.busyTicks - ownTicks) / capacity)),
    seconds: round(seconds),
  }
}

/** User and system time of all threads, with that of children already reaped; null once the process is gone. */
function ticksOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [11, 12, 13, 14].reduce((sum, i) => sum + Number(fields[i]), 0)
  } catch {
    return null
  }
}

const peakOf = (pid: number): number => statusOf(pid, 'VmHWM')

/** Resident memory now, in MiB. */
export const residentOf = (pid: number): number => statusOf(pid, 'VmRSS')

/** How often its threads have gone to sleep, which is how often they were woken. */
export function wakesOf(pid: number): number {
  const counts = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))?.[1]),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** 0 once the process is gone. */
function statusOf(pid: number, field: 'VmHWM' | 'VmRSS'): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function busyTicks(): number {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return user + nice + system + irq + softirq + steal
}
