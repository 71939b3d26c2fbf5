import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from '#scripts/provision/paths.mjs'
import { isCaught, listMutants, MUTANTS, readMutant } from './run-mutants.ts'

test('a mutant is caught by a breach or a failed test, not by a run that could not begin', () => {
  expect(isCaught({ code: 1, output: 'Tests  1 failed | 3 passed (4)' })).toBe(true)
  expect(isCaught({ code: 1, output: '12:00:00 BREACH early: m1 posted 40 ms early' })).toBe(true)
  expect(isCaught({ code: 1, output: 'SyntaxError: Unexpected token' })).toBe(false)
  expect(isCaught({ code: 0, output: 'Tests  4 passed (4)' })).toBe(false)
})

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
