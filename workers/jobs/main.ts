/**
 * Jobs: housekeeping that nobody waits for. Hourly it forgets processes that have been silent for a day, and figures that
 * are older than the longest plot.
 * Run any number: every job may run twice.
 */
import { FIGURES_KEPT_S } from '#server/domain/operations/lateness.ts'
import { millis } from '#server/domain/time/units.ts'
import { removeSilentHeartbeats } from '#server/mysql/heartbeats.ts'
import { removeOldFigures } from '#server/mysql/minute-figures.ts'
import { every } from '#server/process/every.ts'
import { runProcess } from '#server/process/run-process.ts'
import { startHeartbeat } from '#server/usecases/operations/heartbeat.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

await runProcess('jobs', async ({ env, log, signal, use }) => {
  const resources = use(await openResources(env, { send: 1, read: 2 }), closeResources)
  const heartbeat = use(
    startHeartbeat(resources.mysql, 'jobs', () => ({})),
    (task) => task.end(),
  )

  await every({ idle: millis(HOUR_MS), maxBackoff: millis(HOUR_MS), signal, log }, async () => {
    await removeSilentHeartbeats(resources.mysql.read, DAY_MS)
    await removeOldFigures(resources.mysql.read, FIGURES_KEPT_S)
    heartbeat.succeeded()
    return 0
  })
})
