import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'

export type Machine = Record<'cores' | 'memory_gib', number> & Record<'cpu' | 'system' | 'node' | 'commit', string>

export function describeMachine(): Machine {
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown',
    memory_gib: Math.round(totalmem() / 2 ** 30),
    system: `${distribution()}, Linux ${release()}`,
    node: process.version,
    commit: commitOf(),
  }
}

function distribution(): string {
  try {
    return /PRETTY_NAME="(.*)"/.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? 'unknown'
  } catch {
    return process.platform
  }
}

/** With `+` where files that the product is made of differ from the commit. */
function commitOf(): string {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
    const changed = git(
      'status',
      '--porcelain',
      '--untracked-files=no',
      '--',
      'server',
      'workers',
      'prisma',
      'bench',
      'scripts',
    )
    return git('rev-parse', '--short', 'HEAD') + (changed ? '+' : '')
  } catch {
    return 'unknown'
  }
}
