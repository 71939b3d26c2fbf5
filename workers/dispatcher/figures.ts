/** What this dispatcher did lately, for its heartbeat, `/metrics` and `/healthz`. */
import type { Claim } from '#server/redis/due-queue.ts'
import type { MinuteLog } from '#server/usecases/operations/minute-log.ts'
import type { SendReport } from '#server/usecases/scheduled/send-due.ts'

/** A burst that is over must not be read as being late now. */
const LATENESS_KEPT_MS = 600_000
const MOST_LATENESS = 2_000

export type DispatchFigures = {
  addClaim(claim: Claim): void
  addReport(report: SendReport): void
  setMode(mode: 'queue' | 'database', offset_ms: number | null): void
  read(): Record<string, unknown>
}

/**
 * @param minutes is told the same, for the plots
 * @param now in milliseconds, of any steady clock
 */
export function createFigures(minutes?: MinuteLog, now = () => performance.now()): DispatchFigures {
  let lateness: { seen: number; late_ms: number }[] = []
  let [sent, failed, errors, claims, script_ms, scriptMax_ms] = [0, 0, 0, 0, 0, 0]
  let mode: 'queue' | 'database' = 'queue'
  let offset: number | null = null
  return {
    addClaim(claim) {
      claims++
      script_ms += claim.took_ms
      scriptMax_ms = Math.max(scriptMax_ms, claim.took_ms)
    },
    addReport(report) {
      minutes?.add(report)
      sent += report.sent.length
      failed += report.failed
      errors += report.errors.length
      for (const message of report.sent) {
        if (message.sendAt !== null) lateness.push({ seen: now(), late_ms: message.createdMs - message.sendAt * 1000 })
      }
      if (lateness.length > MOST_LATENESS) lateness.splice(0, lateness.length - MOST_LATENESS)
    },
    setMode(to, offset_ms) {
      mode = to
      offset = offset_ms
    },
    read() {
      const since = now() - LATENESS_KEPT_MS
      lateness = lateness.filter(({ seen }) => seen > since)
      const sorted = lateness.map(({ late_ms }) => late_ms).toSorted((a, b) => a - b)
      const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null
      const figures = {
        sent,
        failed,
        errors,
        claims,
        mode,
        claim_ms_mean: claims === 0 ? null : round(script_ms / claims),
        claim_ms_max: round(scriptMax_ms),
        clock_offset_ms: offset,
        lateness_ms: { count: sorted.length, p50: at(0.5), p99: at(0.99), max: sorted.at(-1) ?? null },
      }
      scriptMax_ms = 0
      return figures
    },
  }
}

const round = (ms: number) => Math.round(ms * 100) / 100
