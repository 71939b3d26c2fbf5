/** What this dispatcher did lately, for its heartbeat, `/metrics` and `/healthz`. */
import type { Claim } from '#server/redis/due-queue.ts'
import type { MinuteLog } from '#server/usecases/operations/minute-log.ts'
import type { SendReport } from '#server/usecases/scheduled/send-due.ts'

const KEPT_LATENESS = 2_000

export type DispatchFigures = {
  addClaim(claim: Claim): void
  addReport(report: SendReport): void
  setMode(mode: 'queue' | 'database', offset_ms: number | null): void
  read(): Record<string, unknown>
}

/** @param minutes is told the same, for the plots */
export function createFigures(minutes?: MinuteLog): DispatchFigures {
  const lateness: number[] = []
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
        if (message.sendAt !== null) lateness.push(message.createdMs - message.sendAt * 1000)
      }
      if (lateness.length > KEPT_LATENESS) lateness.splice(0, lateness.length - KEPT_LATENESS)
    },
    setMode(now, offset_ms) {
      mode = now
      offset = offset_ms
    },
    read() {
      const sorted = lateness.toSorted((a, b) => a - b)
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
