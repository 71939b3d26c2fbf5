import { hasGuards, NO_GUARDS, type GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { span } from '#app/_ui/span-text.ts'
import { clockSeconds, dayKey, shortDay, zoneName, type TimeStyle } from '#app/_ui/time-text.ts'

/** What a message is tied to, as the fields hold it. */
export type Conditions = {
  guards: GuardChoice
  /** How long after its second it may still go out; null: as the workspace allows. */
  lateBy_s: number | null
}
export const NO_CONDITIONS: Conditions = { guards: NO_GUARDS, lateBy_s: null }
export type Conditioned = Pick<ScheduledView, 'sendAt' | 'notAfter'> & { guards?: GuardChoice }

/** A copy that the device kept from an older version knows no guards. */
export const conditionsOf = ({ sendAt, notAfter, guards = NO_GUARDS }: Conditioned): Conditions => ({
  guards,
  lateBy_s: notAfter === null ? null : notAfter - sendAt,
})

/** For another try: "not later than" is chosen anew where it, or the workspace's own, was missed, and otherwise kept. */
export function conditionsForAgain(scheduled: Conditioned & Pick<ScheduledView, 'failReason'>): Conditions {
  const before = conditionsOf(scheduled)
  return scheduled.failReason === 'expired' ? { ...before, lateBy_s: null } : before
}

/** As the server takes them, for a message due at `sendAt`. */
export const askedConditions = ({ guards, lateBy_s }: Conditions, sendAt: number) => ({
  guards,
  notAfter: lateBy_s === null ? null : sendAt + lateBy_s,
})

export const hasConditions = ({ guards, lateBy_s }: Conditions): boolean => lateBy_s !== null || hasGuards(guards)
export const sameConditions = (a: Conditions, b: Conditions): boolean => JSON.stringify(a) === JSON.stringify(b)

type GuardWords = { label: string; hint: string; hintRepeating: string; chip: string }
export const GUARD_WORDS: Record<keyof GuardChoice, GuardWords> = {
  unlessReplied: {
    label: 'Only if nobody has replied',
    hint: 'Not sent if someone else writes here before its time. Every change you save counts from then on.',
    hintRepeating: 'One is not sent if someone else has written here since the time of the one before.',
    chip: 'Only if nobody has replied',
  },
  skipIfAway: {
    label: 'Skip if I am away',
    hint: 'Not sent while your profile says that you are away.',
    hintRepeating: 'Those due while your profile says that you are away are not sent.',
    chip: 'Skipped if away',
  },
  holdIfArchived: {
    label: 'Hold if the channel is archived',
    hint: 'It then waits among your drafts, with text and time.',
    hintRepeating: 'One due just then waits among your drafts; the rest stands still until you resume it.',
    chip: 'Held if archived',
  },
}

export const GUARD_NAMES = Object.keys(GUARD_WORDS) as (keyof GuardChoice)[]

/** The same of a message that comes again and again; a server of the version before tells none. */
export function repeatingChips({ guards = NO_GUARDS, lateBy_s = null }: Partial<Conditions>): string[] {
  return [
    ...(lateBy_s === null ? [] : [latenessWords(lateBy_s)]),
    ...GUARD_NAMES.filter((name) => guards[name]).map((name) => GUARD_WORDS[name].chip),
  ]
}

/** Each condition in a few words, for a row of the list. */
export function conditionChips(scheduled: Conditioned, style: TimeStyle): string[] {
  const { guards } = conditionsOf(scheduled)
  return [
    ...(scheduled.notAfter === null ? [] : [notAfterWords(scheduled.sendAt, scheduled.notAfter, style)]),
    ...GUARD_NAMES.filter((name) => guards[name]).map((name) => GUARD_WORDS[name].chip),
  ]
}

/** `Not after 9:15:00 AM CET`, with the day where it is another one. */
export function notAfterWords(sendAt: number, notAfter: number, style: TimeStyle): string {
  const at_ms = notAfter * 1000
  const isSameDay = dayKey(at_ms, style.zone) === dayKey(sendAt * 1000, style.zone)
  const day = isSameDay ? '' : `${shortDay(at_ms, style.zone, sendAt * 1000)} at `
  return `Not after ${day}${clockSeconds(at_ms, style)} ${zoneName(at_ms, style.zone)}`
}

const LATENESS_S = [60, 300, 900, 1_800, 3_600, 10_800, 43_200]

/** What may be chosen, with what is chosen already. */
export function latenessChoices(chosen: number | null): { value: number; words: string }[] {
  const all = new Set([...LATENESS_S, ...(chosen === null ? [] : [chosen])])
  return [...all].toSorted((a, b) => a - b).map((value) => ({ value, words: latenessWords(value) }))
}

const latenessWords = (late_s: number): string =>
  late_s === 0 ? 'Exactly that second' : `At most ${span(late_s * 1000)} late`
