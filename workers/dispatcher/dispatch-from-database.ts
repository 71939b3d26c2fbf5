import type { Lane } from '#server/domain/partition/lane-of.ts'
import { listOverdue, tryLockLane } from '#server/mysql/due-rows.ts'
import { sendDue } from '#server/usecases/scheduled/send-due.ts'
import type { Dispatcher } from './dispatch-once.ts'

/**
 * Sends what is due in one lane, read from MySQL (S6). The lane's row lock makes it one dispatcher at a time: an economy,
 * not a guarantee. Held on a connection of its own, which the server rolls back if this process freezes.
 * @returns whether a full batch was found, so that more may wait
 */
export async function dispatchFromDatabase(dispatcher: Dispatcher, lane: Lane, limit: number): Promise<boolean> {
  const { resources, lease } = dispatcher
  const holder = await resources.mysql.send.getConnection()
  try {
    await holder.query('BEGIN')
    if (!(await tryLockLane(holder, lane))) return false
    const due = await listOverdue(holder, lane, 0, limit)
    const report = await sendDue(resources, due, { ...lease, path: 'database', leaseFirst: false })
    dispatcher.figures.addReport(report)
    if (report.errors.length > 0) dispatcher.onErrors(report.errors)
    return due.length === limit
  } finally {
    await holder.query('ROLLBACK').then(
      () => holder.release(),
      () => holder.destroy(),
    )
  }
}
