/** Which occurrences of a series to store now, and when to look again (T4). Pure; the job and every change ask it. */
import { floorToSeconds, type EpochMillis, type EpochSeconds, type Seconds } from '../time/units.ts'
import { occurrencesOf, type Occurrence, type Recurrence } from './occurrences.ts'

/** At least two occurrences wait, and all of the next week; one and a day more, so that the job may be a day late. */
const AHEAD_S = 8 * 86_400
const LEAST_WAITING = 3
/** Occurrences in one round of the search. */
const CHUNK = 16

export type SeriesStanding = {
  recurrence: Recurrence
  /** Everything up to here is decided: stored, skipped or missed. */
  decidedTo: EpochSeconds
  /** When those that wait already are due. */
  waiting: readonly EpochSeconds[]
  /** Days that have their message already, whatever became of it: none has two. */
  takenDays: ReadonlySet<string>
}

export type Plan = {
  store: Occurrence[]
  /** Should have been stored and were not, because nothing ran: too late by the late policy, or not the latest of several. */
  missed: Occurrence[]
  decidedTo: EpochSeconds
  /** null: the rule has no further occurrence and its last one has passed. */
  lookAt: EpochSeconds | null
}

/** The day an occurrence belongs to, by the wall clock of its rule; with the series the key it is stored under once. */
export const dayOf = (occurrence: Pick<Occurrence, 'wallClock'>): string => occurrence.wallClock.slice(0, 10)

export function planAhead(standing: SeriesStanding, now: EpochMillis, latePolicy_s: Seconds): Plan {
  const now_s = floorToSeconds(now)
  const plan: Plan = { store: [], missed: [], decidedTo: standing.decidedTo, lookAt: null }
  const waiting = standing.waiting.filter((sendAt) => sendAt > now_s)
  for (const occurrence of after(standing.recurrence, standing.decidedTo)) {
    const { sendAt } = occurrence
    const enough = waiting.length >= LEAST_WAITING && sendAt > now_s + AHEAD_S
    if (enough) return { ...plan, lookAt: lookAtOf(waiting, sendAt, now_s) }
    plan.decidedTo = sendAt
    if (standing.takenDays.has(dayOf(occurrence))) continue
    if (sendAt > now_s) {
      plan.store.push(occurrence)
      waiting.push(sendAt)
    } else {
      // Of what an outage left behind only the latest may still go, as late as the policy allows: late once, no flood.
      plan.missed.push(...plan.store.splice(0))
      const inTime = sendAt + latePolicy_s >= now_s
      ;(inTime ? plan.store : plan.missed).push(occurrence)
    }
  }
  // The rule has ended; the series does once its last message is due.
  const last = waiting.length > 0 ? Math.max(...waiting) : 0
  return { ...plan, lookAt: last > now_s ? ((last + 1) as EpochSeconds) : null }
}

/** Soon enough that two still wait and a week is covered; never at once again, whatever the clock did. */
function lookAtOf(waiting: readonly EpochSeconds[], next: EpochSeconds, now_s: EpochSeconds): EpochSeconds {
  const third = waiting.toSorted((a, b) => a - b).at(-LEAST_WAITING) ?? next
  return Math.max(now_s + 1, Math.min(third, next - AHEAD_S)) as EpochSeconds
}

function* after(recurrence: Recurrence, from: EpochSeconds): Generator<Occurrence> {
  for (let cursor = from; ;) {
    const some = occurrencesOf(recurrence, CHUNK, cursor)
    yield* some
    const last = some.at(-1)
    if (!last || some.length < CHUNK) return
    cursor = last.sendAt
  }
}
