/**
 * Sweeper: every minute, sends or ends what everyone else missed. Works from MySQL alone. Run any number; the rows
 * decide who sends (I8).
 */
import { SWEEP_EVERY_MS } from '#server/domain/operations/rhythm.ts'
import { millis } from '#server/domain/time/units.ts'
import { every } from '#server/process/every.ts'
import { runProcess } from '#server/process/run-process.ts'
import { startMinuteLog } from '#server/usecases/operations/minute-log.ts'
import { startHeartbeat } from '#server/usecases/operations/heartbeat.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { sweepOnce } from './sweep-once.ts'

await runProcess('sweeper', async ({ env, log, signal, use }) => {
  const resources = use(await openResources(env, { send: 3, read: 2 }), closeResources)
  const figures = { sent: 0, failed: 0, errors: 0 }
  const heartbeat = use(
    startHeartbeat(resources.mysql, 'sweeper', () => figures),
    (task) => task.end(),
  )
  const minutes = use(startMinuteLog(resources.mysql), (log) => log.end())
  const lease = { owner: `sweeper:${heartbeat.instance}`, lease_ms: millis(env.LEASE_SECONDS * 1000) }

  await every({ idle: millis(SWEEP_EVERY_MS), maxBackoff: millis(SWEEP_EVERY_MS), signal, log }, async () => {
    const { sent, failed, errors } = await sweepOnce(resources, lease, signal, minutes)
    heartbeat.succeeded()
    figures.sent += sent
    figures.failed += failed
    figures.errors += errors.length
    if (sent + failed > 0) log.warn({ sent, failed }, 'overdue messages swept')
    if (errors.length > 0) log.error({ errors: errors.map(String) }, 'some messages could not be sent now')
    return 0
  })
})
