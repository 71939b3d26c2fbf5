/**
 * Hydrator: keeps the fast queue in Redis complete. Loads the next 24 hours from MySQL at start, every hour and whenever
 * Redis lost them; every two seconds puts overdue rows in again. Run any number; nothing it does can send twice (I8).
 */
import { HYDRATOR_PASS_MS } from '#server/domain/operations/rhythm.ts'
import { millis } from '#server/domain/time/units.ts'
import { every } from '#server/process/every.ts'
import { runProcess } from '#server/process/run-process.ts'
import { startHeartbeat } from '#server/usecases/operations/heartbeat.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { createHydrator, hydrateOnce } from './hydrate-once.ts'

await runProcess('hydrator', async ({ env, log, signal, use }) => {
  const resources = use(await openResources(env, { send: 2, read: 4 }), closeResources)
  const figures = { loads: 0, rows: 0, behind: 0, last_load_ms: 0 }
  const heartbeat = use(
    startHeartbeat(resources.mysql, 'hydrator', () => figures),
    (task) => task.end(),
  )
  const hydrator = createHydrator(resources, signal)

  await every({ idle: millis(HYDRATOR_PASS_MS), maxBackoff: millis(5_000), signal, log }, async () => {
    const started = performance.now()
    const { load, behind, more } = await hydrateOnce(hydrator)
    heartbeat.succeeded()
    figures.behind += behind
    if (behind > 0) log.warn({ rows: behind }, 'overdue rows put into the queue again')
    if (load) {
      figures.loads++
      figures.rows += load.rows
      figures.last_load_ms = Math.round(performance.now() - started)
      log.info({ lanes: load.lanes.length, rows: load.rows, took_ms: figures.last_load_ms }, 'loaded')
    }
    return more ? 1 : 0
  })
})
