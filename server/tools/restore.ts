/**
 * Brings a backup into the database of DATABASE_URL while nothing else runs on it.
 *
 *   npm run restore -- --from FILE [--past hold|send] [--replace] [--list FILE]
 *   npm run restore -- --after-failover
 *
 * What was due since the backup may have been sent by the lost system. Without --past it asks: `hold` marks those messages
 * as FAILED (expired_after_restore) and tells their authors, who decide; `send` lets the workers send them. --list writes
 * the held ones to a file. --after-failover restores nothing: it makes every client start anew after a replica without the
 * last commits became the primary.
 */
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { formatId } from '#server/domain/ids.ts'
import { isLive } from '#server/domain/operations/judge-workers.ts'
import { listHeartbeats } from '#server/mysql/heartbeats.ts'
import { readEnv } from '#server/process/env.ts'
import { afterFailover } from '#server/usecases/backup/after-failover.ts'
import type { Held } from '#server/usecases/backup/hold-the-past.ts'
import { restoreBackup, RestoreError } from '#server/usecases/backup/restore-backup.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'

const SHOWN = 20
const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    past: { type: 'string' },
    replace: { type: 'boolean', default: false },
    list: { type: 'string' },
    'after-failover': { type: 'boolean', default: false },
  },
})
const resources = await openResources(readEnv(), { send: 2, read: 2 })
process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof RestoreError ? error.message : error)
  return 1
})
await closeResources(resources)

async function main(): Promise<number> {
  if (values['after-failover']) {
    await afterFailover(resources)
    console.log('Every client starts its conversations anew, and the queue is loaded again.')
    return 0
  }
  if (!values.from) {
    console.error(
      'Usage: npm run restore -- --from FILE [--past hold|send] [--replace] [--list FILE] | --after-failover',
    )
    return 1
  }
  const running = await listHeartbeats(resources.mysql.read).then(({ now, beats }) =>
    beats.filter((beat) => isLive(beat, now)),
  )
  if (running.length > 0) {
    throw new RestoreError(
      `${[...new Set(running.map((beat) => beat.worker))].join(', ')} of this database still run: stop them first.`,
    )
  }
  const past = await choosePast()
  if (!past) return 1
  const { head, rows, held } = await restoreBackup(resources, values.from, { replace: values.replace, past })
  const sum = Object.values(rows).reduce((all, n) => all + n, 0)
  console.log(`Restored ${sum} rows as of ${new Date(head.takenMs).toISOString()}.`)
  tellHeld(held)
  return 0
}

async function choosePast(): Promise<'hold' | 'send' | null> {
  if (values.past === 'hold' || values.past === 'send') return values.past
  const question =
    'Messages that were due since the backup may have been sent already by the system that was lost.\n' +
    'hold: mark them as failed and let their authors decide. send: send them when the workers start, perhaps a second time.'
  if (!process.stdin.isTTY) {
    console.error(`${question}\nNobody is here to ask: pass --past hold or --past send.`)
    return null
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = (await terminal.question(`${question}\nhold or send? `)).trim()
  terminal.close()
  if (answer === 'hold' || answer === 'send') return answer
  console.error('Neither hold nor send: nothing was changed.')
  return null
}

/** What an administrator has to know; the authors have a notice each. */
function tellHeld(held: readonly Held[]): void {
  if (held.length === 0) return console.log('No message was due since the backup.')
  const line = (one: Held) =>
    `${formatId('scheduled', one.id)}  ${formatId('workspace', one.workspaceId)}  due ${new Date(one.sendAt * 1000).toISOString()}`
  console.log(
    `${held.length} messages were due since the backup. They are held as failed, and their authors were told:`,
  )
  for (const one of held.slice(0, SHOWN)) console.log(`  ${line(one)}`)
  if (held.length > SHOWN)
    console.log(`  and ${held.length - SHOWN} more${values.list ? '' : ' (--list FILE writes all)'}`)
  if (values.list) writeFileSync(values.list, `${held.map(line).join('\n')}\n`, { mode: 0o600 })
}
