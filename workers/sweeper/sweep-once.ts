import { SWEPT_AFTER_MS } from '#server/domain/operations/rhythm.ts'
import { LANES } from '#server/domain/partition/lane-of.ts'
import { listOverdue } from '#server/mysql/due-rows.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { MinuteLog } from '#server/usecases/operations/minute-log.ts'
import { sendDue } from '#server/usecases/scheduled/send-due.ts'
import type { LeaseTerms } from '#server/usecases/scheduled/take-leases.ts'

const BATCH = 200

export type SweepReport = { sent: number; failed: number; errors: unknown[] }

/**
 * Finds what is more than a minute overdue and sends it through the same send; what is beyond its late policy ends as
 * FAILED (expired). Needs no Redis and has no lower bound: a machine that was off for a week leaves nothing behind (S5).
 * Every row is leased first, so a message that kills its sender is counted.
 */
export async function sweepOnce(
  resources: Resources,
  lease: LeaseTerms,
  signal: AbortSignal,
  log?: MinuteLog,
): Promise<SweepReport> {
  const total: SweepReport = { sent: 0, failed: 0, errors: [] }
  for (const lane of LANES) {
    for (let full = true; full && !signal.aborted;) {
      const rows = await listOverdue(resources.mysql.read, lane, SWEPT_AFTER_MS, BATCH)
      const report = await sendDue(resources, rows, { ...lease, path: 'sweep', leaseFirst: true })
      log?.add(report)
      total.sent += report.sent.length
      total.failed += report.failed
      total.errors.push(...report.errors)
      full = rows.length === BATCH
    }
  }
  return total
}
