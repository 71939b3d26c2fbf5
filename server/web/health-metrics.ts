import { Counter, Gauge, Registry } from 'prom-client'
import type { Health, HealthFacts } from '#server/domain/operations/health.ts'
import type { WorkerFact } from '#server/domain/operations/judge-workers.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'

type Labels = Record<string, string>
type Sample = { labels?: Labels; value: number | null | undefined }

/**
 * The same figures as `/healthz`, for Prometheus. A registry of its own per scrape: a figure that cannot be read now is
 * left out instead of standing still at its last value.
 */
export function formatMetrics({ health, facts }: { health: Health; facts: HealthFacts }): Promise<string> {
  const registry = new Registry()
  const gauge = gaugeIn(registry)
  gauge('carillon_health', '0 ok, 1 degraded, 2 failing', [
    { value: ['ok', 'degraded', 'failing'].indexOf(health.status) },
  ])
  gauge(
    'carillon_check',
    '0 ok, 1 degraded, 2 failing, by check',
    health.checks.map(({ name, status }) => ({
      labels: { check: name },
      value: ['ok', 'degraded', 'failing'].indexOf(status),
    })),
  )
  gauge('carillon_database_up', '1 while the database answers', [{ value: Number(facts.database.reached) }])
  gauge('carillon_redis_up', '1 while Redis answers', [{ value: Number(facts.redis.reached) }])
  gauge('carillon_oldest_due_age_seconds', 'How long the oldest due message has waited', [
    { value: inSeconds(facts.oldestDue_ms) },
  ])
  gauge('carillon_hydrated_until_seconds', 'Until when the queue is loaded, epoch seconds', [
    { value: inSeconds(facts.hydration?.until_ms) },
  ])
  gauge('carillon_partitions_missing', 'Partitions that this Redis is not known to hold', [
    { value: facts.hydration?.missing.length },
  ])
  gauge('carillon_clock_offset_seconds', 'Clock of the database minus clock of Redis', [
    { value: inSeconds(facts.clockOffset_ms) },
  ])
  gauge('carillon_queue_due', 'Ids waiting in Redis', [{ value: facts.queue?.due }])
  gauge('carillon_queue_claimed', 'Ids claimed in Redis', [{ value: facts.queue?.claimed }])
  gauge('carillon_outbox_rows', 'Commits not yet published; counted up to 10001', [{ value: facts.outbox?.rows }])
  gauge('carillon_outbox_oldest_seconds', 'How long the oldest of them has waited', [
    { value: inSeconds(facts.outbox?.oldest_ms) },
  ])
  if (facts.workers && facts.now !== null) addWorkers(registry, facts.workers, facts.now)
  return registry.metrics()
}

function addWorkers(registry: Registry, workers: readonly WorkerFact[], now: EpochMillis): void {
  const gauge = gaugeIn(registry)
  const each = (read: (beat: WorkerFact) => number | null | undefined, kinds?: readonly string[]): Sample[] =>
    workers
      .filter((beat) => !kinds || kinds.includes(beat.worker))
      .map((beat) => ({ labels: { worker: beat.worker, instance: beat.instance }, value: read(beat) }))

  gauge(
    'carillon_heartbeat_age_seconds',
    'Since the last beat of each process',
    each((beat) => inSeconds(now - beat.beatMs)),
  )
  gauge(
    'carillon_success_age_seconds',
    'Since its last pass that went well',
    each((beat) => (beat.successMs === null ? null : inSeconds(now - beat.successMs))),
  )
  gauge(
    'carillon_claim_script_ms',
    'The slowest claim since the last beat',
    each((beat) => figure(beat.detail.claim_ms_max), ['dispatcher']),
  )
  gauge(
    'carillon_claim_script_mean_ms',
    'The mean claim since the process started',
    each((beat) => figure(beat.detail.claim_ms_mean), ['dispatcher']),
  )

  const senders = ['dispatcher', 'sweeper']
  const help = 'since the start of each process; sum over them for the whole'
  count(
    registry,
    'carillon_dispatch_sent_total',
    `Scheduled messages sent, ${help}`,
    each((beat) => figure(beat.detail.sent), senders),
  )
  count(
    registry,
    'carillon_dispatch_failed_total',
    `Messages that ended as FAILED, ${help}`,
    each((beat) => figure(beat.detail.failed), senders),
  )
  count(
    registry,
    'carillon_dispatch_errors_total',
    `Tries that went wrong and are repeated, ${help}`,
    each((beat) => figure(beat.detail.errors), senders),
  )
  gauge(
    'carillon_send_lateness_seconds',
    'How late the messages of each dispatcher were in the last ten minutes, of the last 2000 at most',
    latenessOf(workers),
  )
}

function latenessOf(workers: readonly WorkerFact[]): Sample[] {
  const quantiles = [
    ['0.5', 'p50'],
    ['0.99', 'p99'],
    ['1', 'max'],
  ] as const
  return workers.flatMap(({ worker, instance, detail }) => {
    const lateness = detail.lateness_ms
    if (typeof lateness !== 'object' || lateness === null) return []
    const figures = lateness as Record<string, unknown>
    return quantiles.map(([quantile, name]) => ({
      labels: { worker, instance, quantile },
      value: inSeconds(figure(figures[name])),
    }))
  })
}

function gaugeIn(registry: Registry) {
  return (name: string, help: string, samples: readonly Sample[]): void => {
    const kept = samples.filter(isKnown)
    if (kept.length === 0) return
    const gauge = new Gauge({ name, help, labelNames: Object.keys(kept[0]?.labels ?? {}), registers: [registry] })
    for (const { labels, value } of kept) gauge.set(labels ?? {}, value)
  }
}

function count(registry: Registry, name: string, help: string, samples: readonly Sample[]): void {
  const kept = samples.filter(isKnown)
  if (kept.length === 0) return
  const counter = new Counter({ name, help, labelNames: Object.keys(kept[0]?.labels ?? {}), registers: [registry] })
  for (const { labels, value } of kept) counter.inc(labels ?? {}, value)
}

const isKnown = (sample: Sample): sample is Sample & { value: number } => typeof sample.value === 'number'
const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const inSeconds = (ms: number | null | undefined): number | null => (ms === null || ms === undefined ? null : ms / 1000)
