import { z } from 'zod'
import { CHOICES } from '#server/domain/time/send-time.ts'
import { defined } from './defined.ts'

/** Epoch seconds. */
export const second = z.number().int().nonnegative()
export const zone = z.string().max(64)
/** `2026-12-01T09:00:00`, as the person saw it. */
export const wallClock = z.string().max(32)
/** Which of two instants, where a clock change leaves a choice: earlier or first, later or second. */
export const choice = z.enum(CHOICES)

/** Conditions; each one that is not given stays as it is, at first off. */
export const guards = z
  .object({ unlessReplied: z.boolean(), holdIfArchived: z.boolean(), skipIfAway: z.boolean() })
  .partial()
  .transform((given) => defined(given))
