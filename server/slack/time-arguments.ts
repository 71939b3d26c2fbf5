/**
 * When to send: `post_at` as in Slack, or a wall clock with its zone, or both, which must then agree. With a wall clock
 * the message keeps to it should the zone's rules change; `post_at` alone is that second, whatever clocks then show.
 */
import { z } from 'zod'
import { DomainError } from '#server/domain/errors.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { CHOICES, type Choice } from '#server/domain/time/send-time.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { refuse, textArgument } from './arguments.ts'
import { postAtArgument } from './post-at.ts'

const UTC = parseZone('UTC')

const wallClockArgument = textArgument.transform((text, ctx) => {
  try {
    resolveSendAt(text, UTC)
    return text
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return refuse(
      ctx,
      'invalid_time',
      'wall_clock must be a time of the calendar, such as 2026-12-01T09:00 or 2026-12-01T09:00:30',
    )
  }
})

/** Beyond Slack's: all but `post_at`. */
export const timeArguments = {
  post_at: postAtArgument.optional(),
  wall_clock: wallClockArgument.optional(),
  time_zone: textArgument.optional(),
  /** Which of two instants, where a clock change leaves a choice. */
  time_choice: z.enum(CHOICES, { error: `must be one of ${CHOICES.join(', ')}` }).optional(),
}
export type TimeArguments = { [name in keyof typeof timeArguments]?: z.output<(typeof timeArguments)[name]> }

type AskedChange = { sendAt?: number; wallClock?: string; zone?: string; choice?: Choice }

/** @returns only what was given */
export function askedTime({ post_at, wall_clock, time_zone, time_choice }: TimeArguments): AskedChange {
  return {
    ...(post_at === undefined ? {} : { sendAt: post_at }),
    ...(wall_clock === undefined ? {} : { wallClock: wall_clock }),
    ...(time_zone === undefined ? {} : { zone: time_zone }),
    ...(time_choice === undefined ? {} : { choice: time_choice }),
  }
}

/** As lists and changes show it: `wall_clock` only where it was promised, in the words that asked for it. */
export const timeFields = ({ zone, wallClock, promised }: Pick<ScheduledView, 'zone' | 'wallClock' | 'promised'>) => ({
  ...(promised === 'instant' ? {} : { wall_clock: wallClock }),
  time_zone: zone,
  ...(promised === null || promised === 'instant' ? {} : { time_choice: promised }),
})
