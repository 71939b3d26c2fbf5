import type { EpochMillis } from '#server/domain/time/units.ts'

/** A cancelled message can be scheduled again with its files for so long. */
const CANCELED_KEPT_MS = 30 * 24 * 3_600_000

export const canceledSince = (now: EpochMillis): EpochMillis => Math.max(0, now - CANCELED_KEPT_MS) as EpochMillis
