/** `npm ci`, but only when node_modules does not hold what the lockfile asks for. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { run } from '../provision/command.mjs'
import { PROJECT } from '../provision/paths.mjs'

const LOCKFILE = path.join(PROJECT, 'package-lock.json')
/** npm's own record of what it installed, and ours of the lockfile it was installed from. */
const INSTALLED = path.join(PROJECT, 'node_modules', '.package-lock.json')
const STAMP = path.join(PROJECT, 'node_modules', '.carillon-lockfile')

/** @returns {Promise<boolean>} whether packages had to be installed */
export async function installPackages() {
  if (readText(STAMP) === lockfileHash() || packagesMatchLockfile()) return false
  console.log('Installing packages (npm ci) ...')
  // The build and the seed need what a production install leaves out.
  await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: PROJECT })
  writeFileSync(STAMP, lockfileHash())
  return true
}

function lockfileHash() {
  return createHash('sha256').update(readFileSync(LOCKFILE)).digest('hex')
}

/** For packages installed by hand. Compares versions, not file times, which a checkout or a copy makes arbitrary. */
function packagesMatchLockfile() {
  const wanted = packagesOf(LOCKFILE)
  const present = packagesOf(INSTALLED)
  return Object.entries(wanted).every(([name, entry]) => {
    const here = present[name]
    // Optional ones for other platforms are rightly absent.
    return name === '' || (here ? here.version === entry.version : entry.optional || entry.devOptional || entry.peer)
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }>}
 */
function packagesOf(file) {
  const text = readText(file)
  return text === null ? {} : JSON.parse(text).packages
}

/** @param {string} file */
function readText(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
