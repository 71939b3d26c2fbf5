/**
 * Makes the Prisma client in server/mysql/generated from prisma/schema.prisma, unless it is up to date.
 *
 * Prisma looks for its schema engine even to generate, which needs none of it, and fails where the download is not
 * reachable. So this one child process is told that the engine is a file that exists. Never set that variable anywhere
 * else: with it `prisma migrate deploy` reports success and creates nothing.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { unlessBuilt } from './build/fingerprint.mjs'
import { run } from './provision/command.mjs'
import { PROJECT } from './provision/paths.mjs'

const CLIENT = 'server/mysql/generated/prisma/client.ts'

/** @returns {Promise<boolean>} whether it had to be made */
export function generatePrismaClient() {
  return unlessBuilt('prisma', ['prisma/schema.prisma', 'package-lock.json'], CLIENT, async () => {
    const cli = path.join(PROJECT, 'node_modules', 'prisma', 'build', 'index.js')
    const env = {
      ...process.env,
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      CHECKPOINT_DISABLE: '1',
    }
    await run(process.execPath, [cli, 'generate'], { cwd: PROJECT, env })
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  console.log((await generatePrismaClient()) ? 'Prisma client generated.' : 'Prisma client is up to date.')
}
