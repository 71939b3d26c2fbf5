import { describe, expect, test } from 'vitest'
import { epochMillis } from '../time/units.ts'
import { LIMITS, type HealthFacts } from './health.ts'
import { judgeHealth } from './judge-health.ts'
import { SILENT_AFTER_MS, SUCCESS_WITHIN_MS, WORKER_KINDS, type WorkerFact, type WorkerKind } from './judge-workers.ts'

const NOW = epochMillis(1_800_000_000_000)
const ago = (ms: number) => epochMillis(NOW - ms)

const beatOf = (worker: WorkerKind, changed: Partial<WorkerFact> = {}): WorkerFact => ({
  worker,
  instance: `${worker}:1`,
  startedMs: ago(3_600_000),
  beatMs: ago(2_000),
  successMs: ago(2_000),
  detail: {},
  ...changed,
})

const well: HealthFacts = {
  now: NOW,
  database: { reached: true },
  redis: { reached: true },
  redisFacts: { appendOnly: true, appendWorks: true, evictionPolicy: 'noeviction', memoryShare: null },
  workers: WORKER_KINDS.map((kind) => beatOf(kind)),
  oldestDue_ms: 0,
  hydration: { until_ms: epochMillis(NOW + 24 * 3_600_000), missing: [] },
  clockOffset_ms: 0,
  outbox: { rows: 0, oldest_ms: 0 },
  queue: { due: 3, claimed: 0 },
  claimMax_ms: 1.5,
}

const judge = (changed: Partial<HealthFacts>) => judgeHealth({ ...well, ...changed })
const checkOf = (changed: Partial<HealthFacts>, name: string) =>
  judge(changed).checks.find((check) => check.name === name)
const without = (kind: WorkerKind, ...instead: WorkerFact[]) => [
  ...WORKER_KINDS.filter((one) => one !== kind).map((one) => beatOf(one)),
  ...instead,
]

test('a system in which all is well is ok, and no check says a word', () => {
  const health = judge({})
  expect(health.status).toBe('ok')
  expect(health.checks.filter((check) => check.status !== 'ok' || check.message !== null)).toEqual([])
})

test('whatever is not ok says what is wrong and what to do', () => {
  const ill = judgeHealth({
    now: null,
    database: { reached: false, code: 'ECONNREFUSED' },
    redis: { reached: false, code: 'away' },
    redisFacts: null,
    workers: null,
    oldestDue_ms: null,
    hydration: null,
    clockOffset_ms: null,
    outbox: null,
    queue: null,
    claimMax_ms: null,
  })
  expect(ill.status).toBe('failing')
  const silent = ill.checks.filter((check) => check.status !== 'ok' && (check.message ?? '').length < 40)
  expect(silent).toEqual([])
})

describe.each(WORKER_KINDS)('the silent failure of a %s is visible (S8)', (kind) => {
  test('when none has ever reported', () => {
    expect(checkOf({ workers: without(kind) }, `worker_${kind}`)).toMatchObject({ status: 'failing', value: null })
  })

  test('15 seconds after its last beat', () => {
    const at = (age: number) =>
      checkOf({ workers: without(kind, beatOf(kind, { beatMs: ago(age) })) }, `worker_${kind}`)?.status
    expect(at(SILENT_AFTER_MS)).toBe('ok')
    expect(at(SILENT_AFTER_MS + 1)).toBe('failing')
  })

  test('when it beats but no pass goes well for longer than its period', () => {
    const at = (age: number) =>
      checkOf({ workers: without(kind, beatOf(kind, { successMs: ago(age) })) }, `worker_${kind}`)?.status
    expect(at(SUCCESS_WITHIN_MS[kind])).toBe('ok')
    expect(at(SUCCESS_WITHIN_MS[kind] + 1)).toBe('degraded')
  })
})

test('one that lives is enough: a dead sibling raises no alarm', () => {
  const dead = beatOf('dispatcher', { instance: 'dispatcher:2', beatMs: ago(60_000), successMs: ago(60_000) })
  expect(judge({ workers: [...(well.workers ?? []), dead] }).status).toBe('ok')
})

test('a process that dies at every start does not look as if it were only just starting', () => {
  const crashes = [50_000, 40_000, 30_000, 20_000, 10_000, 1_000].map((age) =>
    beatOf('relay', { instance: `relay:${age}`, startedMs: ago(age), beatMs: ago(age), successMs: null }),
  )
  expect(checkOf({ workers: without('relay', ...crashes) }, 'worker_relay')).toMatchObject({
    status: 'degraded',
    value: 50,
  })
})

test.each([
  [5_000, 'ok'],
  [5_001, 'degraded'],
  [60_000, 'degraded'],
  [60_001, 'failing'],
])('a message due for %i ms is %s', (age, status) => {
  expect(checkOf({ oldestDue_ms: age }, 'oldest_due_age')).toMatchObject({ status, value: age })
})

describe('the queue in Redis', () => {
  test('is well while it is loaded at least 23 hours ahead', () => {
    const at = (ahead: number) =>
      checkOf({ hydration: { until_ms: epochMillis(NOW + ahead), missing: [] } }, 'hydrated_ahead')
    expect(at(LIMITS.hydratedAhead_ms)).toMatchObject({ status: 'ok', value: 82_800 })
    expect(at(LIMITS.hydratedAhead_ms - 1)).toMatchObject({ status: 'degraded' })
  })

  test('counts as not loaded where one partition is missing, whatever was recorded', () => {
    const check = checkOf(
      { hydration: { until_ms: epochMillis(NOW + 24 * 3_600_000), missing: [3, 7] } },
      'hydrated_ahead',
    )
    expect(check).toMatchObject({ status: 'degraded', value: 0 })
    expect(check?.message).toContain('2 of 16 partitions are not loaded (3, 7)')
  })

  test.each([
    ['redis_append_only', { appendOnly: false }, 'no'],
    ['redis_append_only', { appendOnly: null }, 'unknown'],
    ['redis_append_only', { appendWorks: false }, 'failing'],
    ['redis_eviction_policy', { evictionPolicy: 'allkeys-lru' }, 'allkeys-lru'],
    ['redis_eviction_policy', { evictionPolicy: null }, 'unknown'],
    ['redis_memory', { memoryShare: 0.95 }, 95],
  ])('%s is reported for %o', (name, changed, value) => {
    const health = judge({
      redisFacts: { appendOnly: true, appendWorks: true, evictionPolicy: 'noeviction', memoryShare: null, ...changed },
    })
    expect(health.status).toBe('degraded')
    expect(health.checks.find((check) => check.name === name)).toMatchObject({ status: 'degraded', value })
  })

  test('away is degraded, not failing: messages go out from the database', () => {
    const gone = {
      redis: { reached: false, code: 'away' },
      redisFacts: null,
      hydration: null,
      queue: null,
      clockOffset_ms: null,
    } as const
    expect(judge(gone).status).toBe('degraded')
  })
})

test.each([
  [2_000, 'ok'],
  [-2_000, 'ok'],
  [2_001, 'failing'],
  [-2_001, 'failing'],
])('clocks %i ms apart are %s', (offset, status) => {
  expect(checkOf({ clockOffset_ms: offset }, 'clock_offset')?.status).toBe(status)
})

test('an old or long outbox and slow claims are degraded', () => {
  expect(checkOf({ outbox: { rows: 1, oldest_ms: 10_001 } }, 'outbox_oldest')?.status).toBe('degraded')
  expect(checkOf({ outbox: { rows: 10_001, oldest_ms: 0 } }, 'outbox_size')?.status).toBe('degraded')
  expect(checkOf({ claimMax_ms: 251 }, 'claim_time')?.status).toBe('degraded')
})
