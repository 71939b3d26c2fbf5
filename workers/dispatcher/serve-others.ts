import type { WorkspaceId } from '#server/domain/ids.ts'
import { listDueOfOthers, readOldestDueAge } from '#server/mysql/due-rows.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import type { Claim } from '#server/redis/due-queue.ts'
import { sendDue } from '#server/usecases/scheduled/send-due.ts'
import type { Dispatcher } from './dispatch-once.ts'

/** How often a dispatcher looks past a crowd: what another company waits at most, on top of one batch. */
const LOOK_EVERY_MS = 200
/** Seconds that are looked at. With anything older waiting there is a backlog, and everybody waits by age alone. */
const SECONDS_BACK = 20
const AT_ONCE = 100

const lastLooks = new WeakMap<Dispatcher, number>()

/**
 * While one company fills whole batches, the others do not stand in line behind it (S7): their rows of these seconds are
 * found in MySQL and sent first. Their ids stay in the queue, in order; whoever claims them finds them sent (C10, I8).
 */
export async function serveOthers(dispatcher: Dispatcher, claims: readonly Claim[]): Promise<void> {
  const crowd = crowdOf(claims)
  const now = performance.now()
  if (!crowd || now - (lastLooks.get(dispatcher) ?? Number.NEGATIVE_INFINITY) < LOOK_EVERY_MS) return
  lastLooks.set(dispatcher, now)
  const { read } = dispatcher.resources.mysql
  const [dbNow, oldest_ms] = [await loadDbNow(read), await readOldestDueAge(read)]
  if (oldest_ms > SECONDS_BACK * 1000) return
  const second = Math.floor(dbNow / 1000)
  const wakes_ms = Array.from({ length: SECONDS_BACK + 1 }, (_, back) => (second - back) * 1000)
  const others = await listDueOfOthers(read, wakes_ms, crowd, AT_ONCE)
  if (others.length === 0) return
  const report = await sendDue(dispatcher.resources, others, { ...dispatcher.lease, path: 'queue', leaseFirst: false })
  dispatcher.figures.addReport(report)
  if (report.errors.length > 0) dispatcher.onErrors(report.errors)
}

/** The workspace that has the whole batch to itself, or null. */
function crowdOf(claims: readonly Claim[]): WorkspaceId | null {
  const [first, ...rest] = claims.flatMap((claim) => [...claim.fresh, ...claim.runOut])
  return first && rest.every((ref) => ref.workspaceId === first.workspaceId) ? first.workspaceId : null
}
