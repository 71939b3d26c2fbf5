/** The peers' packages live in a folder of their own, so that installing the product stays small. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { run } from '#scripts/provision/command.mjs'
import { PROJECT } from '#scripts/provision/paths.mjs'

const FOLDER = path.join(PROJECT, 'bench/peer-packages')
const require = createRequire(path.join(FOLDER, 'package.json'))

/** `npm ci` on first use. */
export async function installPeers(): Promise<void> {
  if (existsSync(path.join(FOLDER, 'node_modules/graphile-worker'))) return
  await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: FOLDER })
}

/** @param T the part of the package that is used here */
export const loadPeer = <T>(name: string): T => require(name) as T

export const versionOf = (name: string): string => (require(`${name}/package.json`) as { version: string }).version
