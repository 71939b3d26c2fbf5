/**
 * The mutation gate: each patch of chaos/mutants takes one guard away in a copy of this checkout, and the run or test its
 * `Caught-by` line names has to fail there, after it has passed in a copy that lacks nothing. A patch that survives means
 * that nothing would notice the loss of the guard.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PROJECT } from '#scripts/provision/paths.mjs'

export const MUTANTS = join(PROJECT, 'chaos', 'mutants')

export type Mutant = { name: string; guard: string; command: string[] }
type Ended = { code: number | null; output: string }

export function readMutant(name: string): Mutant {
  const text = readFileSync(join(MUTANTS, `${name}.patch`), 'utf8')
  const guard = /^Guard: (.*)$/m.exec(text)?.[1] ?? ''
  const [, how, what] = /^Caught-by: (test|unit|chaos) (.*)$/m.exec(text) ?? []
  if (guard === '' || !what)
    throw new Error(`chaos/mutants/${name}.patch says no Guard or no Caught-by (test, unit or chaos)`)
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const command =
    how === 'chaos'
      ? ['--import', 'tsx', 'chaos/run.ts', ...what.split(' ')]
      : [vitest, 'run', '--project', how === 'unit' ? 'unit' : 'int', what]
  return { name, guard, command }
}

export const listMutants = (): string[] =>
  readdirSync(MUTANTS)
    .filter((file) => file.endsWith('.patch'))
    .map((file) => file.slice(0, -'.patch'.length))

/** @param names only these; all where none is given @returns whether every one was caught */
export async function runMutants(names: readonly string[], say: (line: string) => void): Promise<boolean> {
  const chosen = (names.length > 0 ? names : listMutants()).map(readMutant)
  if (!(await passesWithoutPatch(chosen, say))) return false
  let caught = 0
  for (const mutant of chosen) {
    const began = Date.now()
    const ended = await runInCopy(mutant.command, join(MUTANTS, `${mutant.name}.patch`))
    const why = /(?:BREACH|INVALID|^\w*Error:|Caused by:).*/m.exec(ended.output)?.[0].slice(0, 120)
    if (isCaught(ended)) caught++
    say(
      `${isCaught(ended) ? 'caught  ' : 'SURVIVED'} ${mutant.name} (${secondsSince(began)} s) ${mutant.guard} ${why ?? ''}`,
    )
    if (!isCaught(ended)) say(ended.output.slice(-1_500))
  }
  say(`mutants caught: ${caught} of ${chosen.length}`)
  return caught === chosen.length
}

/** A copy that does not even run fails without a breach, and proves nothing. */
export const isCaught = ({ code, output }: Ended): boolean =>
  code !== 0 && /Tests +\d+ failed|BREACH|INVALID/.test(output)

/** The control: what has to catch a mutant finds nothing where no guard is missing. */
async function passesWithoutPatch(mutants: readonly Mutant[], say: (line: string) => void): Promise<boolean> {
  const commands = new Map(mutants.map(({ command }) => [command.join(' '), command]))
  let passed = 0
  for (const [text, command] of commands) {
    const began = Date.now()
    const { code, output } = await runInCopy(command, null)
    if (code === 0) passed++
    say(`${code === 0 ? 'passes  ' : 'FAILS   '} without a patch (${secondsSince(began)} s) ${text}`)
    if (code !== 0) say(output.slice(-1_500))
  }
  say(`controls passed: ${passed} of ${commands.size}`)
  return passed === commands.size
}

const secondsSince = (began: number) => ((Date.now() - began) / 1000).toFixed(0)

/** @param patch of the guard that is missing; null: none is */
async function runInCopy(command: readonly string[], patch: string | null): Promise<Ended> {
  const copy = mkdtempSync(join(tmpdir(), 'carillon-mutant-'))
  try {
    copyCheckout(copy)
    endAtFirstFailure(copy)
    if (patch !== null)
      execFileSync('git', ['apply', '--unsafe-paths', `--directory=${copy}`, patch], {
        cwd: '/',
      })
    return await run(copy, command)
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** That a history goes wrong is enough; making it small would take minutes. */
function endAtFirstFailure(copy: string): void {
  for (const name of ['model', 'interleavings']) {
    const test = join(copy, `chaos/model-based/${name}.int.test.ts`)
    writeFileSync(test, readFileSync(test, 'utf8').replace('endOnFailure: false', 'endOnFailure: true'))
  }
}

/** Everything that is or could be committed; packages are shared. */
function copyCheckout(copy: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT,
    encoding: 'utf8',
  })
  for (const file of files
    .split('\0')
    .filter((one) => /^(app\/_client|chaos|prisma|scripts|server|workers)\/|^[^/]+$/.test(one))) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(PROJECT, file), join(copy, file), { force: true })
  }
  cpSync(join(PROJECT, 'server/mysql/generated'), join(copy, 'server/mysql/generated'), { recursive: true })
  symlinkSync(join(PROJECT, 'node_modules'), join(copy, 'node_modules'))
}

function run(cwd: string, command: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, {
      cwd,
      env: { ...process.env, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-20_000))
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('close', (code) => resolve({ code, output }))
  })
}
