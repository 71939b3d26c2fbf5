import { z } from 'zod'

/** Epoch seconds. */
export const second = z.number().int().nonnegative()
export const zone = z.string().max(64)
/** `2026-12-01T09:00:00`, as the person saw it. */
export const wallClock = z.string().max(32)
