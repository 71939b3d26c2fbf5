/**
 * `npm run model`: checks the models with Spin. The protocol must hold in every setting, and every mutant must be caught
 * in the setting meant for it; one that survives must be among those that README.md names with the test that pins them.
 * Needs `spin` and `gcc`. Runs as many checks at once as there are processors. Exit 1 if anything is not as it should be.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CYCLE_FREE, modelOf, MUTANTS, SETTINGS } from './settings.mjs'

const MEMORY_MB = 3_000
/** Of one run: twenty times what the longest takes on a quiet machine. */
const PATIENCE_MS = 300_000
const exec = promisify(execFile)

const missing = await missingPrograms()
if (missing.length > 0) {
  console.error(`npm run model needs ${missing.join(' and ')}: apt-get install ${missing.join(' ')}`)
  process.exit(1)
}
const began = Date.now()
// settings.mjs has the longest first, so that none is left to one processor at the end.
const checks = [
  ...Object.keys(SETTINGS).flatMap((setting) => [
    { kind: 'protocol', name: setting, setting, flags: [], cycles: false, expected: 'holds' },
    { kind: 'protocol', name: `${setting}, no endless run`, setting, flags: [], cycles: true, expected: 'holds' },
  ]),
  ...MUTANTS.map(({ flag, setting, survives }) => {
    return {
      kind: 'mutant',
      name: flag.replace(' -DM_', ' and '),
      setting,
      flags: `-DM_${flag}`.split(' '),
      cycles: false,
      expected: survives ? 'survives' : 'caught',
    }
  }),
]
const results = await inParallel(checks, availableParallelism(), runCheck)
const bad = results.filter((result) => !result.asExpected)
for (const result of results) console.log(line(result))
const caught = results.filter(({ kind, outcome }) => kind === 'mutant' && outcome === 'caught').length
const survivors = results.filter(({ kind, outcome }) => kind === 'mutant' && outcome === 'survives').length
const states = results.reduce((sum, result) => sum + result.states, 0)
console.log(
  `\n${results.filter(({ kind }) => kind === 'protocol').length} checks of the protocol, ${caught} mutants caught, ` +
    `${survivors} survive and are pinned by tests (README.md), ${(states / 1e6).toFixed(1)} million states, ` +
    `${((Date.now() - began) / 1000).toFixed(0)} s`,
)
for (const { name, outcome, expected, detail } of bad)
  console.error(`NOT AS EXPECTED: ${name} ${outcome}, expected ${expected}. ${detail}`)
process.exit(bad.length === 0 ? 0 : 1)

/**
 * States are kept whole: packed (-DCOLLAPSE) they take half the memory, 0.2 instead of 0.3 GB, and up to four times as long. -O2
 * compiles twice as long as -O1 and wins nothing.
 * @param {{ kind: string, name: string, setting: string, flags: string[], cycles: boolean, expected: string }} check
 */
async function runCheck(check) {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-model-'))
  try {
    const flags = [
      ...Object.entries((check.cycles ? CYCLE_FREE : SETTINGS)[check.setting] ?? {}).map(
        ([key, value]) => `-D${key}=${value}`,
      ),
      ...check.flags,
    ]
    await exec('spin', ['-a', ...flags, fileURLToPath(new URL(modelOf(check.setting), import.meta.url))], {
      cwd: folder,
    })
    const how = check.cycles ? ['-DNP'] : ['-DSAFETY']
    await exec('gcc', ['-O1', ...how, '-DNOFAIR', `-DMEMLIM=${MEMORY_MB}`, '-o', 'pan', 'pan.c'], { cwd: folder })
    const args = ['-m200000', '-w22', ...(check.cycles ? ['-l'] : [])]
    const { stdout } = await exec('./pan', args, { cwd: folder, timeout: PATIENCE_MS }).catch((error) => error)
    return { ...check, ...readVerdict(String(stdout), check) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} output
 * @param {{ kind: string, expected: string }} check
 */
function readVerdict(output, check) {
  const errors = /errors: (\d+)/.exec(output)?.[1]
  const isWhole = errors !== undefined && !/max search depth too small|out of memory|interrupted/.test(output)
  const good = check.kind === 'protocol' ? 'holds' : 'survives'
  const outcome = !isWhole
    ? 'was not finished'
    : errors === '0'
      ? good
      : check.kind === 'protocol'
        ? 'is broken'
        : 'caught'
  return {
    outcome,
    asExpected: outcome === check.expected,
    states: Number(/([\d.e+]+) states, stored/.exec(output)?.[1] ?? 0),
    seconds: Number(/elapsed time ([\d.]+)/.exec(output)?.[1] ?? 0),
    detail: /pan:1: .*/.exec(output)?.[0].slice(0, 200) ?? '',
  }
}

/** @param {{ kind: string, name: string, setting: string, outcome: string, states: number, seconds: number }} result */
function line({ kind, name, setting, outcome, states, seconds }) {
  const where = kind === 'mutant' ? `in ${setting}` : ''
  return `${kind.padEnd(9)} ${name.padEnd(34)} ${where.padEnd(14)} ${outcome.padEnd(9)} ${String(states).padStart(9)} states ${seconds.toFixed(1).padStart(6)} s`
}

async function missingPrograms() {
  const tried = await Promise.all(
    ['spin', 'gcc'].map((name) =>
      exec(name, [name === 'gcc' ? '--version' : '-V']).then(
        () => null,
        () => name,
      ),
    ),
  )
  return tried.filter((name) => name !== null)
}

/**
 * @template In, Out
 * @param {In[]} items
 * @param {number} atOnce
 * @param {(item: In) => Promise<Out>} work
 * @returns {Promise<Out[]>} in the order of the items
 */
async function inParallel(items, atOnce, work) {
  /** @type {Out[]} */
  const results = []
  let next = 0
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(/** @type {In} */ (items[i]))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
