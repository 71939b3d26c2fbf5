/** Conditions of a scheduled message, which Slack's API lacks (N3): what they are called here, and what was given of them. */
import type { GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { z } from 'zod'
import { flagArgument, refuse, textArgument } from './arguments.ts'
import type { Answer } from './method.ts'

/** Whole seconds since 1970; 0 takes the limit away. */
const notAfterArgument = textArgument.transform((text, ctx) =>
  /^\d{1,11}$/.test(text.trim())
    ? Number(text)
    : refuse(ctx, 'invalid_time', 'not_after must be whole seconds since 1970, or 0 for no limit'),
)

/** Of one message and of every one of a series. */
export const choiceArguments = {
  only_if_no_reply: flagArgument.optional(),
  hold_if_archived: flagArgument.optional(),
  skip_if_away: flagArgument.optional(),
}
export const guardArguments = { not_after: notAfterArgument.optional(), ...choiceArguments }
type ChoiceArguments = { [name in keyof typeof choiceArguments]?: z.output<(typeof choiceArguments)[name]> }
export type GuardArguments = { [name in keyof typeof guardArguments]?: z.output<(typeof guardArguments)[name]> }

/** @returns only what was given */
export function askedGuards(given: GuardArguments): { notAfter?: number | null; guards?: Partial<GuardChoice> } {
  const { not_after } = given
  return { ...(not_after === undefined ? {} : { notAfter: not_after === 0 ? null : not_after }), ...askedChoice(given) }
}

/** @returns only what was given */
export function askedChoice(given: ChoiceArguments): { guards?: Partial<GuardChoice> } {
  const { only_if_no_reply, hold_if_archived, skip_if_away } = given
  const guards: Partial<GuardChoice> = {
    ...(only_if_no_reply === undefined ? {} : { unlessReplied: only_if_no_reply }),
    ...(hold_if_archived === undefined ? {} : { holdIfArchived: hold_if_archived }),
    ...(skip_if_away === undefined ? {} : { skipIfAway: skip_if_away }),
  }
  return Object.keys(guards).length === 0 ? {} : { guards }
}

/** As lists and changes show them. */
export function guardFields({ notAfter, guards }: Pick<ScheduledView, 'notAfter' | 'guards'>): Answer {
  return { ...(notAfter === null ? {} : { not_after: notAfter }), ...choiceFields(guards) }
}

export const choiceFields = ({ unlessReplied, holdIfArchived, skipIfAway }: GuardChoice): Answer => ({
  only_if_no_reply: unlessReplied,
  hold_if_archived: holdIfArchived,
  skip_if_away: skipIfAway,
})
