/**
 * Jobs: what nobody waits for. Every five seconds it stores the coming occurrences of series that want to be looked at,
 * every second it takes what was written, edited or deleted into the search; hourly it forgets processes that have been silent for a day, and figures that are older than the longest plot, and reckons
 * anew what was scheduled under older rules of a time zone, and takes away files that nothing refers to.
 * Run any number: every job may run twice.
 */
import { FIGURES_KEPT_S } from '#server/domain/operations/lateness.ts'
import { LOOK_FOR_SEARCH_MS, LOOK_FOR_SERIES_MS } from '#server/domain/operations/rhythm.ts'
import { millis } from '#server/domain/time/units.ts'
import { removeSilentHeartbeats } from '#server/mysql/heartbeats.ts'
import { removeOldFigures } from '#server/mysql/minute-figures.ts'
import { every } from '#server/process/every.ts'
import { runProcess } from '#server/process/run-process.ts'
import { cleanFiles } from '#server/usecases/files/clean-files.ts'
import { startHeartbeat } from '#server/usecases/operations/heartbeat.ts'
import { applyZoneRules } from '#server/usecases/scheduled/apply-zone-rules.ts'
import { closeResources, openResources } from '#server/usecases/open-resources.ts'
import { storeDueSeries } from '#server/usecases/series/store-due-series.ts'
import { keepSearch, type SearchRounds } from './keep-search.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MAX_BACKOFF_MS = 30_000
/** Without a step for so long the process counts as failing, whatever else it does (S8). */
const SEARCH_STANDS_STILL_MS = 120_000

await runProcess('jobs', async ({ env, log, signal, use }) => {
  const resources = use(await openResources(env, { send: 3, read: 3 }), closeResources)
  const rounds: SearchRounds = { messages: 0, round_ms: 0, moved_ms: performance.now() }
  const heartbeat = use(
    startHeartbeat(resources.mysql, 'jobs', () => ({
      search_messages: rounds.messages,
      search_round_ms: rounds.round_ms,
    })),
    (task) => task.end(),
  )
  let keptHouse_ms = 0

  const search = every({ idle: millis(LOOK_FOR_SEARCH_MS), maxBackoff: millis(MAX_BACKOFF_MS), signal, log }, () =>
    keepSearch(resources, rounds, signal),
  )
  await every({ idle: millis(LOOK_FOR_SERIES_MS), maxBackoff: millis(MAX_BACKOFF_MS), signal, log }, async () => {
    const stored = await storeDueSeries(resources, (error, series) =>
      log.error({ err: error, series }, 'series failed'),
    )
    if (performance.now() - keptHouse_ms > HOUR_MS || keptHouse_ms === 0) {
      await removeSilentHeartbeats(resources.mysql.read, DAY_MS)
      await removeOldFigures(resources.mysql.read, FIGURES_KEPT_S)
      const { confirmed, moved } = await applyZoneRules(resources)
      const rules = resources.zoneRules.version
      if (confirmed + moved > 0) log.info({ confirmed, moved, rules }, 'reckoned anew with these zone rules')
      const files = await cleanFiles(resources).catch((error: unknown) => {
        log.error({ err: error }, 'cleaning files failed')
        return 0
      })
      if (files > 0) log.info({ files }, 'took away files that nothing refers to')
      keptHouse_ms = performance.now()
    }
    if (performance.now() - rounds.moved_ms < SEARCH_STANDS_STILL_MS) heartbeat.succeeded()
    return stored
  })
  await search
})
