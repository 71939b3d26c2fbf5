import { durationText } from '../time/plain-time.ts'
import type { EpochMillis } from '../time/units.ts'
import type { Check } from './health.ts'

/** How long each kind may go without a pass that went well: its period, and room for one that is retried (S8). */
export const SUCCESS_WITHIN_MS = {
  gateway: 30_000,
  hydrator: 15_000,
  dispatcher: 15_000,
  sweeper: 150_000,
  relay: 15_000,
  jobs: 75_000,
} as const
export type WorkerKind = keyof typeof SUCCESS_WITHIN_MS
export const WORKER_KINDS = Object.keys(SUCCESS_WITHIN_MS) as WorkerKind[]

/** Three beats missed. */
export const SILENT_AFTER_MS = 15_000

export type WorkerFact = {
  worker: WorkerKind
  instance: string
  startedMs: EpochMillis
  beatMs: EpochMillis
  successMs: EpochMillis | null
  /** What the process tells of itself. */
  detail: Record<string, unknown>
}

export const isLive = (beat: Pick<WorkerFact, 'beatMs'>, now: EpochMillis): boolean =>
  now - beat.beatMs <= SILENT_AFTER_MS

/** One check per kind: at least one lives, and a pass of that kind went well lately. */
export function judgeWorkers(workers: readonly WorkerFact[] | null, now: EpochMillis | null): Check[] {
  return WORKER_KINDS.map((kind) => {
    if (!workers || now === null) return unknown(kind)
    return judgeKind(
      kind,
      workers.filter((beat) => beat.worker === kind),
      now,
    )
  })
}

function judgeKind(kind: WorkerKind, beats: readonly WorkerFact[], now: EpochMillis): Check {
  const limit_ms = SUCCESS_WITHIN_MS[kind]
  const check = { name: `worker_${kind}`, limit: limit_ms / 1000, unit: 's' as const }
  const first = beats[0]
  if (!first)
    return { ...check, status: 'failing', value: null, message: `No ${kind} has ever reported. ${startIt(kind)}` }

  // Of all instances: one that dies at every start must not look as if it were only just starting.
  const successes = beats.flatMap((beat) => (beat.successMs === null ? [] : [beat.successMs]))
  const since_ms =
    now - (successes.length > 0 ? Math.max(...successes) : Math.min(...beats.map((beat) => beat.startedMs)))
  const value = Math.max(0, Math.round(since_ms / 1000))
  if (!beats.some((beat) => isLive(beat, now))) {
    const silent_ms = now - Math.max(...beats.map((beat) => beat.beatMs))
    return {
      ...check,
      status: 'failing',
      value,
      message: `No ${kind} has reported for ${durationText(silent_ms)}. ${startIt(kind)}`,
    }
  }
  if (since_ms <= limit_ms) return { ...check, status: 'ok', value, message: null }
  const message = `The ${kind} reports, but no pass of it has gone well for ${durationText(since_ms)}. Its log says why.`
  return { ...check, status: 'degraded', value, message }
}

const startIt = (kind: WorkerKind) =>
  `Start one ("npm start" runs all of them) and look at the last lines of its log: ${CONSEQUENCE[kind]}`

/** What its silence costs. */
const CONSEQUENCE: Record<WorkerKind, string> = {
  gateway: 'without it screens show nothing new by themselves.',
  hydrator: 'without it the queue empties, and what was lost from it comes late.',
  dispatcher: 'without it messages go out a minute late or more, by the sweeper.',
  sweeper: 'without it what everyone else missed stays unsent.',
  relay: 'without it what a dying process left unpublished is seen only by catching up.',
  jobs: 'without it the coming messages of a series are not stored, a week from now at the soonest, what is written is not found by searching, and housekeeping stands still.',
}

function unknown(kind: WorkerKind): Check {
  const message = 'Heartbeats cannot be read while the database cannot be reached: look there first.'
  return {
    name: `worker_${kind}`,
    status: 'degraded',
    value: null,
    limit: SUCCESS_WITHIN_MS[kind] / 1000,
    unit: 's',
    message,
  }
}
