import { z } from 'zod'
import { MOST_PRESETS } from '#server/domain/time/presets.ts'

const clock = z.string().max(5)

/** The form; what it says is checked by `checkPresets`. */
export const presetsSchema = z
  .array(
    z.discriminatedUnion('on', [
      z.object({ on: z.literal('day'), days: z.number(), at: clock }),
      z.object({ on: z.literal('weekday'), weekday: z.number(), at: clock }),
      z.object({ on: z.literal('after'), minutes: z.number() }),
    ]),
  )
  .max(MOST_PRESETS)
