/** What a worker does with a job: the product's own send, or the bare work of claiming, marking and inserting. */
import type { MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import { millis } from '#server/domain/time/units.ts'
import { exactKeys } from '#server/mysql/exact-keys.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { createMicroBatch } from '#server/usecases/micro-batch.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { sendDue } from '#server/usecases/scheduled/send-due.ts'
import type { Handler, Job } from './adapters.ts'

/**
 * `send-single`: the whole send, one transaction per message. `send-coalesced`: as a skilled user would, concurrent jobs
 * share a transaction of up to 500, three in flight. `bare-coalesced`: the same sharing around mark and insert alone.
 */
export type Delivery = 'send-single' | 'send-coalesced' | 'bare-coalesced'

const BATCH = 500
/** As our dispatcher's own senders. */
const IN_FLIGHT = 3

export function createHandler(resources: Resources, delivery: Delivery): Handler {
  const deliver = delivery === 'bare-coalesced' ? markAndInsert : sendWhole
  if (delivery === 'send-single')
    return async (jobs) => void (await Promise.all(jobs.map((job) => deliver(resources, [refOf(job)]))))
  const together = createMicroBatch(
    async (refs: DueRef[]) => {
      await deliver(resources, refs)
      return refs.map(() => ({ ok: true }))
    },
    IN_FLIGHT,
    BATCH,
  )
  return async (jobs) => void (await Promise.all(jobs.map((job) => together(refOf(job)))))
}

const refOf = (job: Job): DueRef => ({ workspaceId: job.workspaceId as WorkspaceId, id: job.id as MessageId })

async function sendWhole(resources: Resources, refs: DueRef[]): Promise<void> {
  const report = await sendDue(resources, refs, {
    path: 'queue',
    owner: 'peer',
    lease_ms: millis(30_000),
    leaseFirst: false,
  })
  if (report.errors.length > 0) throw report.errors[0]
}

/** Two tables without anything else: what a queue's own cost is compared on. */
export const BARE_TABLES = [
  'CREATE TABLE IF NOT EXISTS bare_due (workspace_id BIGINT UNSIGNED, id BIGINT UNSIGNED, body TEXT, sent TINYINT, PRIMARY KEY (workspace_id, id))',
  'CREATE TABLE IF NOT EXISTS bare_sent (workspace_id BIGINT UNSIGNED, id BIGINT UNSIGNED, body TEXT, at_ms BIGINT, PRIMARY KEY (workspace_id, id))',
]

export async function markAndInsert({ mysql }: Resources, refs: readonly DueRef[]): Promise<void> {
  const keys = exactKeys(refs.map((ref) => [ref.workspaceId, ref.id]))
  await withTransaction(mysql, async (tx) => {
    await tx.query(
      `INSERT INTO bare_sent SELECT workspace_id, id, body, ? FROM bare_due WHERE (workspace_id, id) IN (?) AND sent = 0
       ORDER BY workspace_id, id FOR UPDATE`,
      [Date.now(), keys],
    )
    await tx.query(
      'UPDATE bare_due d JOIN bare_sent s ON s.workspace_id = d.workspace_id AND s.id = d.id SET d.sent = 1 WHERE (d.workspace_id, d.id) IN (?)',
      [keys],
    )
  })
}
