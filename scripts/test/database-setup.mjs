/**
 * Once per run of the integration tests: one private database server for all files, unless TEST_DATABASE_URL names one.
 * Each test file makes its own database on it and starts its own Redis (server/testing).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { generatePrismaClient } from '../prisma-generate.mjs'
import { startDatabase } from '../provision/database.mjs'

/**
 * Called by vitest; what it returns is called at the end. Tests read the address with `inject('databaseServerUrl')`.
 * @param {import('vitest/node').TestProject} project
 */
export default async function setup(project) {
  await generatePrismaClient()
  const given = process.env.TEST_DATABASE_URL
  if (given) return void project.provide('databaseServerUrl', given)
  const dir = mkdtempSync(path.join(tmpdir(), 'carillon-int-'))
  const server = await startDatabase({ dir })
  project.provide('databaseServerUrl', server.url)
  return async () => {
    await server.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
