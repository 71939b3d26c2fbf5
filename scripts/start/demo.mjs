/**
 * The demo workspace: seeded once per database, and only outside production. A database given by address is seeded only if
 * it had never been migrated, so that demo passwords cannot get into a workspace that people use.
 */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from '../provision/command.mjs'
import { PROJECT } from '../provision/paths.mjs'

/**
 * @param {import('./settings.mjs').Settings} settings
 * @param {{ databaseUrl: string, privateDatabase: boolean }} servers
 * @param {Record<string, string | undefined>} env for the seed process
 * @param {boolean} fresh the database was empty before this start
 */
export async function seedDemo(settings, servers, env, fresh) {
  const file = demoFile(settings.home)
  const mark = path.join(settings.home, 'demo-of')
  const database = servers.privateDatabase ? 'private' : fingerprint(servers.databaseUrl)
  const seeded = existsSync(file) && existsSync(mark) && readFileSync(mark, 'utf8').trim() === database
  if (seeded && !fresh) return refreshAddress(file, settings.appUrl)
  if (!servers.privateDatabase && !fresh) return
  console.log('Seeding the demo workspace ...')
  await run(process.execPath, ['--import', 'tsx', 'server/tools/seed-demo.ts'], {
    cwd: PROJECT,
    env: { ...env, NODE_ENV: 'development', CARILLON_DEMO_FILE: file },
  })
  chmodSync(file, 0o600)
  writeFileSync(mark, `${database}\n`)
}

/** @param {string} home */
export const demoFile = (home) => path.join(home, 'demo.json')

/**
 * @param {string} home
 * @returns {{ url: string, users: Array<{ email: string, password: string }> } | null}
 */
export function readDemo(home) {
  return existsSync(demoFile(home)) ? JSON.parse(readFileSync(demoFile(home), 'utf8')) : null
}

/** The port may differ from the one of the first start. */
function refreshAddress(/** @type {string} */ file, /** @type {string} */ appUrl) {
  const demo = JSON.parse(readFileSync(file, 'utf8'))
  if (demo.url === appUrl) return
  const slackApiUrl = `${appUrl}${new URL(demo.slackApiUrl).pathname}`
  writeFileSync(file, `${JSON.stringify({ ...demo, url: appUrl, slackApiUrl }, null, 2)}\n`, { mode: 0o600 })
}

/** Of server and database name, so that no password is stored. */
function fingerprint(/** @type {string} */ databaseUrl) {
  const { host, pathname } = new URL(databaseUrl)
  return createHash('sha256').update(`${host}${pathname}`).digest('hex')
}
