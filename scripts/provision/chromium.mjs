/**
 * A Chromium for the browser tests: CHROMIUM_PATH, the machine's own, Debian's package (as root), or Playwright's download.
 * Nothing here imports a package, so it can run while packages are being installed.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram, run } from './command.mjs'
import { aptInstall } from './debian.mjs'
import { PROJECT } from './paths.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const APPS = [
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** @returns {string | null} path of the executable */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given && !existsSync(given)) throw new Error(`CHROMIUM_PATH=${given} does not exist`)
  return given || (findProgram(NAMES) ?? APPS.find((app) => existsSync(app)) ?? null)
}

/** Installs Debian's package if that is the way here. Ubuntu's package of that name only points to a snap. */
export async function installDebianChromium() {
  const debian = existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  if (findChromium() || !debian || process.getuid?.() !== 0) return
  await aptInstall(['chromium'])
}

/**
 * Last resort, and needs packages to be installed. Returns where Playwright put its own.
 * @returns {Promise<string>}
 */
export async function downloadChromium() {
  try {
    await run(process.execPath, [path.join(PROJECT, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
      cwd: PROJECT,
    })
    const { chromium } = await import('@playwright/test')
    return chromium.executablePath()
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : error
    throw new Error(
      `The browser tests need Chromium: install it (Debian: apt-get install chromium), or set CHROMIUM_PATH. (${reason})`,
    )
  }
}
