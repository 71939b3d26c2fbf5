/** `npm ci`, but only when node_modules does not hold what the lockfile asks for. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { run } from '../provision/command.mjs'
import { PROJECT } from '../provision/paths.mjs'

/** @returns {Promise<boolean>} whether packages had to be installed */
export async function installPackages() {
  if (packagesMatchLockfile()) return false
  console.log('Installing packages (npm ci) ...')
  // The build and the seed need what a production install leaves out.
  await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], { cwd: PROJECT })
  return true
}

/** Compares versions, not file times: a fresh checkout and a copied node_modules both have arbitrary times. */
function packagesMatchLockfile() {
  const wanted = packagesOf('package-lock.json')
  const present = packagesOf('node_modules/.package-lock.json')
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([name, entry]) => {
    const here = present[name]
    // Optional ones for other platforms are rightly absent.
    return name === '' || (here ? here.version === entry.version : entry.optional || entry.devOptional || entry.peer)
  })
}

/**
 * @param {string} file relative to the checkout
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }> | null}
 */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(path.join(PROJECT, file), 'utf8')).packages
  } catch {
    return null
  }
}
