/**
 * Dispatcher: sends what is due. Claims ids from Redis, or reads them from MySQL while Redis is away; commits message
 * and SENT in one transaction, then publishes. Run any number. Safe to kill at any moment: claims and leases run out by
 * themselves, and the rows decide (I8).
 */
import { setInterval as everyInterval } from 'node:timers/promises'
import { millis } from '#server/domain/time/units.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { runProcess } from '#server/process/run-process.ts'
import { listenForWakes } from '#server/redis/wakes.ts'
import { measureClockOffset, type ClockOffset } from '#server/usecases/operations/clock-offset.ts'
import { startHeartbeat } from '#server/usecases/operations/heartbeat.ts'
import { startMinuteLog } from '#server/usecases/operations/minute-log.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { dispatchOnce, type Dispatcher } from './dispatch-once.ts'
import { createExtraSenders } from './extra-senders.ts'
import { createFigures } from './figures.ts'
import { createTicker } from './tick.ts'

const OFFSET_EVERY_MS = 5_000
const AFTER_ERROR_MS = 250
/** Besides the first. Each holds a connection of the send pool while it sends. */
const EXTRA_SENDERS = 2

await runProcess('dispatcher', async ({ env, log, signal, use }) => {
  const resources = use(await openResources(env), closeResources)
  const minutes = use(startMinuteLog(resources.mysql), (log) => log.end())
  const figures = createFigures(minutes)
  const heartbeat = use(startHeartbeat(resources.mysql, 'dispatcher', figures.read), (task) => task.end())
  const ticker = createTicker()
  use(listenForWakes(env.REDIS_URL, ticker.wake), (listener) => listener.end())

  let offset: ClockOffset | null = null
  const measure = async () => {
    offset = await measureClockOffset(resources).catch(() => null)
    if (offset?.tooFar)
      log.error({ offset_ms: offset.ahead_ms }, 'the clocks of the database and Redis differ too much')
  }
  await measure()
  resources.redis.onStateChange((state) => void (state === 'ready' ? measure() : (offset = null)))
  const measuring = (async () => {
    for await (const _ of everyInterval(OFFSET_EVERY_MS, undefined, { signal })) await measure()
  })().catch((error: unknown) => {
    if (!signal.aborted) throw error
  })

  const dispatcher: Dispatcher = {
    resources,
    figures,
    signal,
    firstLane: 0,
    lease: {
      owner: `dispatcher:${heartbeat.instance}`,
      lease_ms: millis(env.LEASE_SECONDS * 1000),
      ...(await aliveSince(resources)),
    },
    offset: () => offset,
    onErrors: (errors) => log.error({ errors: errors.map(String) }, 'some messages could not be sent now'),
  }
  const pass = () =>
    dispatchOnce(dispatcher).then(
      (at_ms) => {
        heartbeat.succeeded()
        return at_ms
      },
      (error: unknown) => {
        log.error({ err: error }, 'pass failed')
        return Date.now() + AFTER_ERROR_MS
      },
    )
  const extra = createExtraSenders(pass, EXTRA_SENDERS, signal)
  log.info('ready')
  dispatcher.onFull = extra.help
  while (!signal.aborted) {
    const next = await pass()
    if (next > Date.now()) await ticker.waitUntil(next, signal)
  }
  await extra.done()
  await measuring
})

/** Empty while the database is away: then nobody was sending anyway. */
async function aliveSince({ mysql }: Resources): Promise<Pick<Dispatcher['lease'], 'aliveSince'>> {
  return loadDbNow(mysql.read).then(
    (now) => ({ aliveSince: now }),
    () => ({}),
  )
}
