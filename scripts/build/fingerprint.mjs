/**
 * What is up to date need not be built again: a step is skipped while its inputs hash to what they did last time.
 * The record lies in the checkout's own `.carillon`, whatever CARILLON_HOME is, because it describes `dist` and `.next`.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT } from '../provision/paths.mjs'

const RECORD = path.join(PROJECT, '.carillon', 'build.json')
/** Neither tests nor generated code is an input. */
const IGNORED = /(^|\/)(generated|testing|node_modules)(\/|$)|\.test\.tsx?$|\.tsbuildinfo$/

/**
 * Runs `build` unless `inputs` are unchanged and `output` exists. Returns whether it ran.
 * @param {string} step
 * @param {string[]} inputs files and folders, relative to the checkout
 * @param {string} output file that the step leaves behind
 * @param {() => Promise<void>} build
 */
export async function unlessBuilt(step, inputs, output, build) {
  const fingerprint = hashOf(inputs)
  if (existsSync(path.join(PROJECT, output)) && readRecord()[step] === fingerprint) return false
  await build()
  const record = { ...readRecord(), [step]: fingerprint }
  mkdirSync(path.dirname(RECORD), { recursive: true })
  writeFileSync(RECORD, `${JSON.stringify(record, null, 2)}\n`)
  return true
}

/** @param {string[]} inputs */
function hashOf(inputs) {
  const hash = createHash('sha256').update(process.version)
  for (const file of inputs.flatMap(filesUnder)) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(PROJECT, file)))
  }
  return hash.digest('hex')
}

/**
 * @param {string} entry relative to the checkout
 * @returns {string[]}
 */
function filesUnder(entry) {
  const full = path.join(PROJECT, entry)
  if (IGNORED.test(entry) || !existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [entry]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesUnder(`${entry}/${name}`))
}

/** @returns {Record<string, string>} */
function readRecord() {
  try {
    return JSON.parse(readFileSync(RECORD, 'utf8'))
  } catch {
    return {}
  }
}
