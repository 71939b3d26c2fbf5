/**
 * `npm run build`: Prisma client, worker bundle, web build. Each is skipped while its inputs are unchanged, so a second
 * `npm start` waits for none of them. `--force` rebuilds all.
 */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { unlessBuilt } from './build/fingerprint.mjs'
import { bundleWorkers, WORKER_OUTPUT } from './build/workers.mjs'
import { generatePrismaClient } from './prisma-generate.mjs'
import { run } from './provision/command.mjs'
import { PROJECT } from './provision/paths.mjs'

const SHARED = ['server', 'prisma/schema.prisma', 'package.json', 'package-lock.json', 'tsconfig.json']
const WEB = ['app', 'public', 'next.config.js', 'postcss.config.mjs', ...SHARED]

/** @param {{ show?: boolean }} options `show` prints what the web build prints */
export async function buildAll({ show = false } = {}) {
  await timed('Prisma client', generatePrismaClient)
  await timed('workers', () =>
    unlessBuilt('workers', ['workers', ...SHARED], `${WORKER_OUTPUT}/gateway/main.js`, bundleWorkers),
  )
  await timed('web', () => unlessBuilt('web', WEB, '.next/BUILD_ID', () => buildWeb(show)))
}

/** @param {boolean} show */
async function buildWeb(show) {
  // Next writes BUILD_ID last. Without the old one a build that fails midway is not taken for a finished one.
  rmSync(path.join(PROJECT, '.next', 'BUILD_ID'), { force: true })
  const next = path.join(PROJECT, 'node_modules', 'next', 'dist', 'bin', 'next')
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  await run(process.execPath, [next, 'build'], { cwd: PROJECT, env, show })
}

/**
 * @param {string} what
 * @param {() => Promise<boolean>} build returns whether it had to
 */
async function timed(what, build) {
  const start = Date.now()
  if (await build()) console.log(`Built ${what} in ${((Date.now() - start) / 1000).toFixed(1)} s`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--force')) rmSync(path.join(PROJECT, '.carillon', 'build.json'), { force: true })
  await buildAll({ show: true })
}
