/**
 * What an administrator is shown of the installation they are guests of: figures only. No id, name or text of any
 * workspace, and no host, address or user of a server, since whoever makes a workspace administers one.
 */
import type { EpochMillis } from '../time/units.ts'
import type { Check, Health, HealthFacts } from './health.ts'
import { isLive, SUCCESS_WITHIN_MS, WORKER_KINDS, type WorkerFact, type WorkerKind } from './judge-workers.ts'

export type ProcessView = {
  worker: WorkerKind
  /** Counted within its kind, oldest first. */
  number: number
  /** Of its operating system, which is how its log names it. */
  pid: number | null
  startedMs: EpochMillis
  beatAge_ms: number
  successAge_ms: number | null
  state: 'well' | 'stuck' | 'silent'
  /** Whether this dispatcher reads Redis or, without it, the database. */
  mode: 'queue' | 'database' | null
  clockOffset_ms: number | null
  sent: number | null
  failed: number | null
  errors: number | null
  /** People's connections of a gateway. */
  sockets: number | null
}

export type OperationsView = Pick<Health, 'status'> & {
  now: EpochMillis | null
  checks: Check[]
  oldestDue_ms: number | null
  hydration: HealthFacts['hydration']
  clockOffset_ms: number | null
  outbox: HealthFacts['outbox']
  queue: HealthFacts['queue']
  claimMax_ms: number | null
  processes: ProcessView[]
  /** Kinds of which none has reported for a day. */
  missing: WorkerKind[]
}

export function operationsView({ health, facts }: { health: Health; facts: HealthFacts }): OperationsView {
  const { now, workers } = facts
  const processes = workers && now !== null ? viewProcesses(workers, now) : []
  return {
    now,
    status: health.status,
    checks: health.checks,
    oldestDue_ms: facts.oldestDue_ms,
    hydration: facts.hydration,
    clockOffset_ms: facts.clockOffset_ms,
    outbox: facts.outbox,
    queue: facts.queue,
    claimMax_ms: facts.claimMax_ms,
    processes,
    missing: workers ? WORKER_KINDS.filter((kind) => !processes.some(({ worker }) => worker === kind)) : [],
  }
}

function viewProcesses(workers: readonly WorkerFact[], now: EpochMillis): ProcessView[] {
  return WORKER_KINDS.flatMap((kind) =>
    workers
      .filter(({ worker }) => worker === kind)
      .toSorted((a, b) => a.startedMs - b.startedMs || (a.instance < b.instance ? -1 : 1))
      .map((fact, i) => viewProcess(fact, i + 1, now)),
  )
}

function viewProcess(fact: WorkerFact, number: number, now: EpochMillis): ProcessView {
  const { worker, instance, startedMs, beatMs, successMs, detail } = fact
  const stuck = now - (successMs ?? startedMs) > SUCCESS_WITHIN_MS[worker]
  return {
    worker,
    number,
    pid: Number(/:(\d+)$/.exec(instance)?.[1] ?? Number.NaN) || null,
    startedMs,
    beatAge_ms: Math.max(0, now - beatMs),
    successAge_ms: successMs === null ? null : Math.max(0, now - successMs),
    state: !isLive(fact, now) ? 'silent' : stuck ? 'stuck' : 'well',
    mode: detail.mode === 'queue' || detail.mode === 'database' ? detail.mode : null,
    clockOffset_ms: figure(detail.clock_offset_ms),
    sent: figure(detail.sent),
    failed: figure(detail.failed),
    errors: figure(detail.errors),
    sockets: figure(detail.sockets),
  }
}

const figure = (value: unknown): number | null => (typeof value === 'number' ? value : null)
