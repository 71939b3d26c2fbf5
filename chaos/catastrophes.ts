/** What an operator has to answer: the primary is lost for good, an older backup is all there is, everything is down. */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Row } from '#server/mysql/connect.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { afterFailover } from '#server/usecases/backup/after-failover.ts'
import { restoreBackup } from '#server/usecases/backup/restore-backup.ts'
import { writeBackup } from '#server/usecases/backup/write-backup.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import type { FaultLog } from './fault-rows.ts'
import type { LostTime } from './history.ts'
import { markOf } from './mark-of.ts'
import type { Loss } from './replica.ts'
import { followPrimary, type Topology } from './topology.ts'

const BEHIND_MS = 900
const BACKUP_AGE_MS = 15_000
const OPERATOR_MS = 30_000

/** The primary dies for good, the replica takes its place, and the operator does what the runbook says. */
export async function failOver(topology: Topology, loss: Loss, faults: FaultLog): Promise<LostTime | null> {
  const { databases, direct } = topology
  const typedBefore = await listTyped(direct)
  const from_ms = loss === 'lossy' ? await databases.fallBehind() : 0
  if (loss === 'lossy') await sleep(BEHIND_MS)
  const given = await listGiven(direct)
  const areCommitsLost = await databases.promote(loss)
  if (areCommitsLost !== (loss === 'lossy'))
    throw new Error(`a ${loss} failover ${areCommitsLost ? 'lost' : 'did not lose'} commits`)
  faults.add(`failover ${loss}`, loss === 'clean' ? ['F12'] : ['F13'], Date.now() - from_ms)
  await followPrimary(topology)
  await insist('the new primary has its epochs raised', () => afterFailover(direct))
  return loss === 'lossy' ? { from_ms, to_ms: Date.now(), typedBefore, given } : null
}

/** Numbers and what has them, just before they are lost. */
async function listGiven({ mysql }: Resources): Promise<Map<string, string>> {
  let given = new Map<string, string>()
  await insist('the numbers are read', async () => {
    const [rows] = await mysql.read.query<Row[]>('SELECT channel_id, seq, id FROM message')
    given = new Map(rows.map((row) => [`${row.channel_id} ${row.seq}`, row.id]))
  })
  return given
}

/** Of a typed message only the moment of typing is known, not when it was acknowledged; so what is there is read. */
async function listTyped({ mysql }: Resources): Promise<Set<string>> {
  let marks = new Set<string>()
  await insist('what was typed is read', async () => {
    const [rows] = await mysql.read.query<Row[]>("SELECT text FROM message WHERE origin = 'typed'")
    marks = new Set(rows.map((row) => markOf(row.text)))
  })
  return marks
}

/** People go on for a while after a backup was taken; then it replaces the database. */
export async function restoreOlderBackup(topology: Topology, dir: string, faults: FaultLog): Promise<LostTime> {
  const file = join(dir, 'backup.gz')
  const typedBefore = await listTyped(topology.direct)
  const from_ms = Date.now()
  await insist('a backup is written', async () => void (await writeBackup(topology.direct, file)))
  await sleep(BACKUP_AGE_MS)
  const given = await listGiven(topology.direct)
  faults.add('restore', ['F30'], OPERATOR_MS)
  const wakes = topology.children.map((child) => child.hold())
  await insist('the backup is restored', async () => {
    await restoreBackup(topology.direct, file, { replace: true, past: 'hold' })
  })
  const to_ms = Date.now()
  for (const wake of wakes) wake()
  return { from_ms, to_ms, typedBefore, given }
}

async function insist(what: string, work: () => Promise<void>): Promise<void> {
  let last: unknown
  const tried = () =>
    work().then(
      () => true,
      (error: unknown) => {
        last = error
        return false
      },
    )
  await waitUntil(what, tried, OPERATOR_MS).catch((error: unknown) => {
    throw new Error(String(error), { cause: last })
  })
}

export type Outage = { from_ms: number; to_ms: number }

/**
 * Everything is gone: processes, Redis and database. Halfway the database and the web tier come back, so people go on scheduling while nothing is sent;
 * at the end the rest does.
 */
export async function takeEverythingDown(topology: Topology, faults: FaultLog, seconds: number): Promise<Outage> {
  const from_ms = Date.now()
  const until = (ms: number) => sleep(Math.max(0, from_ms + ms - Date.now()))
  faults.add('everything-down', ['F10', 'F19'], seconds * 1000)
  const isDoor = (role: string) => role === 'web' || role === 'next'
  const held = topology.children.map((child) => ({ child, wake: child.hold() }))
  const database = topology.databases.primary()
  await Promise.all([topology.redis.kill(), database.kill()])
  await until((seconds * 1000) / 2)
  await database.restart()
  for (const { child, wake } of held) if (isDoor(child.role)) wake()
  await until(seconds * 1000)
  const to_ms = Date.now()
  await topology.redis.restart()
  for (const { child, wake } of held) if (!isDoor(child.role)) wake()
  return { from_ms, to_ms }
}
