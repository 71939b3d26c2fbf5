/**
 * Once per run of the integration tests: one private database server for all files, unless TEST_DATABASE_URL names one.
 * Each test file makes its own database on it and starts its own Redis (server/testing).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generatePrismaClient } from '../prisma-generate.mjs'
import { startDatabase } from '../provision/database.mjs'

/** Called by vitest; what it returns is called at the end. */
export default async function setup() {
  await generatePrismaClient()
  if (process.env.TEST_DATABASE_URL) return undefined
  const dir = mkdtempSync(path.join(tmpdir(), 'carillon-int-'))
  const server = await startDatabase({ dir })
  process.env.TEST_DATABASE_URL = server.url
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
