import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '#scripts/provision/paths.mjs'
import { listMutants, MUTANTS, readMutant } from './run-mutants.ts'

test.each(listMutants())(
  '%s: its patch still applies, and says which guard it takes away and what catches it',
  (name) => {
    execFileSync('git', ['apply', '--check', join(MUTANTS, `${name}.patch`)], { cwd: PROJECT, stdio: 'pipe' })
    const { guard, command } = readMutant(name)
    expect(guard.length).toBeGreaterThan(20)
    const tested = command.find((word) => word.endsWith('.test.ts'))
    if (tested) expect(existsSync(join(PROJECT, tested)), `${tested} is gone`).toBe(true)
  },
)
