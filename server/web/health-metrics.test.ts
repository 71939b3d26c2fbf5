import { expect, test } from 'vitest'
import type { HealthFacts } from '#server/domain/operations/health.ts'
import { judgeHealth } from '#server/domain/operations/judge-health.ts'
import { epochMillis } from '#server/domain/time/units.ts'
import { formatMetrics } from './health-metrics.ts'

const NOW = epochMillis(1_800_000_000_000)

const dispatcher = (pid: number, sent: number) => ({
  worker: 'dispatcher' as const,
  instance: `host:${pid}`,
  startedMs: epochMillis(NOW - 60_000),
  beatMs: epochMillis(NOW - 2_000),
  successMs: epochMillis(NOW - 2_000),
  detail: {
    sent,
    failed: 1,
    errors: 0,
    claim_ms_max: 3.5,
    claim_ms_mean: 0.5,
    lateness_ms: { count: 9, p50: 12, p99: 80, max: 95 },
  },
})

const facts: HealthFacts = {
  now: NOW,
  database: { reached: true },
  redis: { reached: true },
  redisFacts: { appendOnly: true, appendWorks: true, evictionPolicy: 'noeviction', memoryShare: null },
  workers: [dispatcher(1, 10), dispatcher(2, 5)],
  oldestDue_ms: 1_500,
  hydration: { until_ms: epochMillis(1_800_086_400_000), missing: [] },
  clockOffset_ms: -3,
  outbox: { rows: 2, oldest_ms: 700 },
  queue: { due: 40, claimed: 6 },
  claimMax_ms: 3.5,
}
const linesOf = async (changed: Partial<HealthFacts> = {}) => {
  const all = { ...facts, ...changed }
  return (await formatMetrics({ facts: all, health: judgeHealth(all) })).split('\n')
}

test('every figure of the health is there for Prometheus, in base units', async () => {
  const lines = await linesOf()
  expect(lines).toEqual(
    expect.arrayContaining([
      'carillon_oldest_due_age_seconds 1.5',
      'carillon_hydrated_until_seconds 1800086400',
      'carillon_clock_offset_seconds -0.003',
      'carillon_queue_due 40',
      'carillon_queue_claimed 6',
      'carillon_outbox_rows 2',
      'carillon_outbox_oldest_seconds 0.7',
      'carillon_heartbeat_age_seconds{worker="dispatcher",instance="host:1"} 2',
      'carillon_dispatch_sent_total{worker="dispatcher",instance="host:1"} 10',
      'carillon_dispatch_sent_total{worker="dispatcher",instance="host:2"} 5',
      'carillon_send_lateness_seconds{worker="dispatcher",instance="host:1",quantile="0.99"} 0.08',
      'carillon_claim_script_ms{worker="dispatcher",instance="host:2"} 3.5',
      'carillon_check{check="worker_sweeper"} 2',
      'carillon_health 2',
    ]),
  )
})

test('a figure that cannot be read is left out, and two scrapes share nothing', async () => {
  const lines = await linesOf({ queue: null, oldestDue_ms: null, workers: null })
  expect(lines.filter((line) => /^carillon_(queue_due|oldest_due_age|heartbeat_age)/.test(line))).toEqual([])
  expect(await linesOf()).toContain('carillon_queue_due 40')
})
