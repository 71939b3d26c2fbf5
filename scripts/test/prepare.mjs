/** What a fresh clone needs before its first test: packages, database and Redis programs, a browser. */
import { downloadChromium, findChromium, installDebianChromium } from '../provision/chromium.mjs'
import { databaseProgram, redisProgram } from '../provision/programs.mjs'
import { installPackages } from '../start/packages.mjs'

/**
 * @param {{ browser: boolean }} options
 * @returns {Promise<Record<string, string>>} variables for the stages
 */
export async function prepare({ browser }) {
  // npm waits for the network and apt mostly for the disk, so they go side by side; apt itself takes one at a time.
  const servers = async () => {
    if (!process.env.TEST_DATABASE_URL) await databaseProgram()
    await redisProgram()
    if (browser) await installDebianChromium()
  }
  await Promise.all([installPackages(), servers()])
  if (!browser) return {}
  return { CHROMIUM_PATH: findChromium() ?? (await downloadChromium()) }
}
