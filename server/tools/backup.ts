/**
 * `npm run backup -- --to FILE`: one moment of the whole database, while everything runs. The file is readable by its
 * owner alone: it holds every message, password hash and token hash. Redis needs no backup, it is made anew from this.
 */
import { parseArgs } from 'node:util'
import { readEnv } from '#server/process/env.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { writeBackup } from '#server/usecases/backup/write-backup.ts'

const { values } = parseArgs({ options: { to: { type: 'string' } } })
if (!values.to) {
  console.error('Usage: npm run backup -- --to FILE')
  process.exit(1)
}
const resources = await openResources(readEnv(), { send: 1, read: 2 })
try {
  const { head, end } = await writeBackup(resources, values.to)
  const rows = Object.values(end.rows).reduce((sum, n) => sum + n, 0)
  console.log(
    `${values.to}: ${rows} rows of ${head.tables.length} tables as of ${new Date(head.takenMs).toISOString()}`,
  )
} finally {
  await closeResources(resources)
}
