import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem } from 'node:os'
import { spreadOf } from './statistics.ts'

export type Machine = Record<'cores' | 'memory_gib' | 'loop_ms', number> &
  Record<'cpu' | 'system' | 'filesystem' | 'node' | 'commit', string>

export function describeMachine(): Machine {
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memory_gib: Math.round(totalmem() / 2 ** 30),
    loop_ms: timeLoop(),
    filesystem: filesystemOf(tmpdir()),
    system: `${distribution()}, Linux ${release()}`,
    node: process.version,
    commit: commitOf(),
  }
}

const LOOP_ROUNDS = 20_000_000
const LOOP_TIMES = 5

/** How long a fixed piece of arithmetic takes, the middle of five: how fast this machine was when the run began. */
function timeLoop(): number {
  const took = Array.from({ length: LOOP_TIMES }, () => {
    const began = performance.now()
    let state = 1
    for (let i = 0; i < LOOP_ROUNDS; i++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return state === 0 ? Number.NaN : performance.now() - began
  })
  return spreadOf(took).median
}

/** Of the servers' data: only a real one makes a flush cost anything. */
function filesystemOf(folder: string): string {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
    const holds = ([, at = '']: string[]) => folder === at || folder.startsWith(at.endsWith('/') ? at : `${at}/`)
    const nearest = mounts.filter((mount) => mount[1] && holds(mount)).toSorted((a, b) => b[1]!.length - a[1]!.length)
    return nearest[0]?.[2] ?? 'unknown'
  } catch {
    return 'unknown'
  }
}

function distribution(): string {
  try {
    return /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown'
  } catch {
    return process.platform
  }
}

const PRODUCT = ['server', 'workers', 'prisma']

/** The last that changed what the product is made of, with `+` where its files differ from that. */
function commitOf(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
    const changed = git('status', '--porcelain', '--untracked-files=no', '--', ...PRODUCT)
    return git('log', '-1', '--format=%h', '--abbrev=7', '--', ...PRODUCT) + (changed ? '+' : '')
  } catch {
    return 'unknown'
  }
}
