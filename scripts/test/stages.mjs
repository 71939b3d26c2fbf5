/**
 * The stages of `npm run check` and `npm test`. A stage either passes or fails as a whole, or reports how many of its
 * tests did. A failing stage never stops the others, so that the final count is whole.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { tryRun } from '../provision/command.mjs'
import { PROJECT } from '../provision/paths.mjs'

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ name: string, run: (env: Record<string, string | undefined>) => Promise<Count> }} Stage
 */

const REPORTS = path.join(PROJECT, 'test-results')
const bin = (/** @type {string} */ file) => path.join(PROJECT, 'node_modules', file)

/** @type {Stage[]} */
export const CHECKS = [
  command('client', 'scripts/prisma-generate.mjs'),
  command('routes', bin('next/dist/bin/next'), 'typegen'),
  command('types', bin('typescript/bin/tsc'), '--noEmit'),
  command('lint', bin('oxlint/bin/oxlint')),
  command('format', bin('oxfmt/bin/oxfmt'), '--check'),
  command('layers', 'scripts/check-layers.mjs'),
  command('dead code', bin('knip/bin/knip.js')),
  command('schema', 'scripts/check-schema.mjs'),
]

/** @type {Stage} */
export const UNIT = vitest('unit', 'unit')
/** @type {Stage} */
export const INTEGRATION = vitest('integration', 'int')
/** @type {Stage} */
export const BUILD = command('build', 'scripts/build.mjs')
/** @type {Stage} */
export const BROWSER = {
  name: 'browser',
  run: async (env) => {
    const report = reportFile('browser')
    const args = [
      bin('@playwright/test/cli.js'),
      'test',
      '--config',
      'e2e/playwright.config.ts',
      '--reporter=list,json',
    ]
    const { code } = await show(args, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report })
    const stats = readReport(report)?.stats
    return counted(code, Number(stats?.expected ?? 0) + Number(stats?.flaky ?? 0), Number(stats?.unexpected ?? 0))
  },
}

/**
 * A stage that is one command of Node and counts as one.
 * @param {string} name
 * @param {...string} args
 * @returns {Stage}
 */
function command(name, ...args) {
  return {
    name,
    run: async (env) => {
      const { code, output } = await tryRun(process.execPath, args, { cwd: PROJECT, env })
      if (code !== 0) console.log(output)
      return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
    },
  }
}

/**
 * @param {string} name
 * @param {string} project
 * @returns {Stage}
 */
export function vitest(name, project) {
  return {
    name,
    run: async (env) => {
      const report = reportFile(name)
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      const { code } = await show([bin('vitest/vitest.mjs'), 'run', '--project', project, ...reporters], env)
      const result = readReport(report)
      return counted(code, Number(result?.numPassedTests ?? 0), Number(result?.numFailedTests ?? 0))
    },
  }
}

/**
 * A file that cannot be loaded fails no single test, so a bad exit without a failed test counts as one failure.
 * @param {number | null} code
 * @param {number} passed
 * @param {number} failed
 * @returns {Count}
 */
function counted(code, passed, failed) {
  return { passed, failed: code === 0 ? failed : Math.max(1, failed) }
}

/**
 * @param {string[]} args
 * @param {Record<string, string | undefined>} env
 */
function show(args, env) {
  return tryRun(process.execPath, args, { cwd: PROJECT, env, show: true })
}

function reportFile(/** @type {string} */ name) {
  mkdirSync(REPORTS, { recursive: true })
  const file = path.join(REPORTS, `${name.replaceAll(' ', '-')}.json`)
  rmSync(file, { force: true })
  return file
}

/** @returns {Record<string, any> | null} */
function readReport(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
