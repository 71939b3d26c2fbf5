import { z } from 'zod'
import { defined } from './defined.ts'

/** Epoch seconds. */
export const second = z.number().int().nonnegative()
export const zone = z.string().max(64)
/** `2026-12-01T09:00:00`, as the person saw it. */
export const wallClock = z.string().max(32)

/** Conditions; each one that is not given stays as it is, at first off. */
export const guards = z
  .object({ unlessReplied: z.boolean(), holdIfArchived: z.boolean(), skipIfAway: z.boolean() })
  .partial()
  .transform((given) => defined(given))
