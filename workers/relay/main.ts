/**
 * Relay: tells what was committed but not published. Run any number: telling twice is harmless.
 */
import { millis } from '#server/domain/time/units.ts'
import { every } from '#server/process/every.ts'
import { runProcess } from '#server/process/run-process.ts'
import { startHeartbeat } from '#server/usecases/operations/heartbeat.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { relayOutbox } from '#server/usecases/relay-outbox.ts'

await runProcess('relay', async ({ env, log, signal, use }) => {
  const resources = use(await openResources(env, { send: 1, read: 4 }), closeResources)
  const figures = { relayed: 0 }
  const heartbeat = use(
    startHeartbeat(resources.mysql, 'relay', () => figures),
    (task) => task.end(),
  )

  await every({ idle: millis(1_000), maxBackoff: millis(5_000), signal, log }, async () => {
    const relayed = await relayOutbox(resources)
    heartbeat.succeeded()
    figures.relayed += relayed
    if (relayed > 0) log.info({ relayed }, 'published late')
    return relayed
  })
})
