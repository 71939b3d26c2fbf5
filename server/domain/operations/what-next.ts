/**
 * What happens next with one scheduled message, and when: the last line of `npm run explain`. Judged from the row, from
 * where its id is in Redis, and from what each worker does by itself; promises nothing that rests on a claim (I8).
 */
import type { Lane } from '../partition/lane-of.ts'
import { isExpired, type FailReason, type LateCause, type Status } from '../scheduled-message/state.ts'
import { distanceText, durationText, utcText } from '../time/plain-time.ts'
import type { EpochMillis, EpochSeconds, Seconds } from '../time/units.ts'
import { FAIL_REMEDIES, LATE_CAUSE_WORDS } from './fail-remedies.ts'
import * as rhythm from './rhythm.ts'

export type Place = { in: 'due'; at_ms: EpochMillis } | { in: 'claim'; until_ms: EpochMillis } | { in: 'nowhere' }
/** Where the id is. `loaded`: this Redis is known to hold everything of the partition. */
export type Whereabouts = { redis: 'away' } | { redis: 'here'; loaded: boolean; place: Place }

export type NextFacts = {
  status: Status
  sendAt: EpochSeconds
  wakeAt_ms: EpochMillis | null
  leaseOwner: string | null
  attempts: number
  failReason: FailReason | null
  sentSeq: number | null
  sentAt_ms: EpochMillis | null
  lateCause: LateCause | null
  notAfter: EpochSeconds | null
  latePolicy_s: Seconds
  lane: Lane
  where: Whereabouts
  /** Its message is committed, and an outbox row still names its numbers. */
  unpublished: boolean
}

export type NextState =
  | 'waiting'
  | 'waiting_not_loaded'
  | 'overdue'
  | 'backing_off'
  | 'leased'
  | 'lease_ran_out'
  | 'sent'
  | 'failed'
  | 'canceled'
export type Next = { state: NextState; words: string }

/** @param now the database's clock */
export function whatNext(facts: NextFacts, now: EpochMillis): Next {
  switch (facts.status) {
    case 'SENT':
      return { state: 'sent', words: sentWords(facts) }
    case 'FAILED':
      return { state: 'failed', words: failedWords(facts) }
    case 'CANCELED':
      return { state: 'canceled', words: 'It was canceled and is never sent. Nothing happens any more.' }
    case 'DISPATCHING':
      return leasedNext(facts, now)
    case 'SCHEDULED':
      return waitingNext(facts, now)
  }
}

function waitingNext(facts: NextFacts, now: EpochMillis): Next {
  const wakeAt_ms = facts.wakeAt_ms ?? ((facts.sendAt * 1000) as EpochMillis)
  if (wakeAt_ms <= now) return { state: 'overdue', words: overdueWords(facts, wakeAt_ms, now) }
  const when = `${utcText(wakeAt_ms)} (${distanceText(wakeAt_ms, now)})`
  if (facts.attempts > 0) {
    const tries = facts.attempts === 1 ? 'One try' : `${facts.attempts} tries`
    return { state: 'backing_off', words: `${tries} went wrong. The next try is at ${when}.` }
  }
  const how = howItIsSent(facts, wakeAt_ms, now)
  return { state: how.state, words: `It waits for its second, ${when}. ${how.words}` }
}

function howItIsSent({ where, lane }: NextFacts, wakeAt_ms: EpochMillis, now: EpochMillis): Next {
  if (where.redis === 'away') {
    return {
      state: 'waiting',
      words: 'Redis is away: a dispatcher reads it from the database at that second and sends it.',
    }
  }
  if (!where.loaded) {
    const words = `Partition ${lane} is not known to be complete in Redis: until a hydrator has loaded it, within seconds, dispatchers read it from the database.`
    return { state: 'waiting_not_loaded', words }
  }
  switch (where.place.in) {
    case 'due': {
      const early =
        where.place.at_ms < wakeAt_ms
          ? ` They look at it once before that, at ${utcText(where.place.at_ms)}, and put it back.`
          : ''
      return {
        state: 'waiting',
        words: `Its id is in the fast queue: a dispatcher claims it then and sends it.${early}`,
      }
    }
    case 'claim':
      return {
        state: 'waiting',
        words: `A dispatcher looks at it now; since it is not due, its id goes back into the fast queue.`,
      }
    case 'nowhere':
      return { state: 'waiting_not_loaded', words: loadWords(wakeAt_ms, now) }
  }
}

/** Every hourly load reaches 24 hours ahead, so a row is loaded 23 hours before its second at the latest. */
function loadWords(wakeAt_ms: EpochMillis, now: EpochMillis): string {
  const loadedBy = (wakeAt_ms - rhythm.QUEUE_AHEAD_MS + rhythm.FULL_LOAD_EVERY_MS) as EpochMillis
  if (loadedBy > now)
    return `Its id is not in Redis yet: a hydrator loads it by ${utcText(loadedBy)} (${distanceText(loadedBy, now)}).`
  const byLoad = durationText(rhythm.FULL_LOAD_EVERY_MS)
  const behind = durationText(rhythm.LOOK_BEHIND_AFTER_MS + rhythm.HYDRATOR_PASS_MS)
  return `Its id should be in Redis and is not, so its enqueue was lost: the next load puts it in within ${byLoad}, or a hydrator does when it is due, and it goes out up to ${behind} late.`
}

function overdueWords(facts: NextFacts, wakeAt_ms: EpochMillis, now: EpochMillis): string {
  const since = `It has been due for ${durationText(now - wakeAt_ms)}.`
  if (isExpired(facts, now)) {
    return `${since} That is later than its late policy allows: the next sender ends it as FAILED (expired) and tells its author.`
  }
  return `${since} ${whoSends(facts, now)} If this does not change, no sender is at work: see /healthz.`
}

function whoSends({ where, lane }: NextFacts, now: EpochMillis): string {
  if (where.redis === 'away')
    return 'Redis is away: the next dispatcher that reads its lane from the database sends it.'
  if (where.place.in === 'claim' && where.place.until_ms > now) {
    return `A dispatcher has claimed it until ${utcText(where.place.until_ms)} and is sending it; if that process died, another claims it then.`
  }
  if (where.place.in === 'claim')
    return 'Its claim ran out: the next dispatcher claims it again, leases it and sends it.'
  if (!where.loaded)
    return `Partition ${lane} is not loaded: the next dispatcher reads it from the database and sends it.`
  if (where.place.in === 'due')
    return `The next dispatcher claims it, within ${durationText(rhythm.LONGEST_TICK_MS)}, and sends it.`
  const behind = durationText(rhythm.LOOK_BEHIND_AFTER_MS + rhythm.HYDRATOR_PASS_MS)
  const swept = durationText(rhythm.SWEPT_AFTER_MS + rhythm.SWEEP_EVERY_MS)
  return `Its id is not in Redis: a hydrator puts it in within ${behind} of its second, and the sweeper sends it within ${swept} in any case.`
}

function leasedNext({ leaseOwner, attempts, wakeAt_ms }: NextFacts, now: EpochMillis): Next {
  const owner = leaseOwner ?? 'a sender'
  if (wakeAt_ms !== null && wakeAt_ms > now) {
    const until = `${utcText(wakeAt_ms)} (${distanceText(wakeAt_ms, now)})`
    return {
      state: 'leased',
      words: `${owner} is sending it, try ${attempts}. Its lease ends at ${until}; if that process died, another takes it then. Its author cannot change it until then.`,
    }
  }
  const ended = wakeAt_ms === null ? '' : `, ${distanceText(wakeAt_ms, now)}`
  return {
    state: 'lease_ran_out',
    words: `The lease of ${owner} ran out${ended}: the next sender takes it over, and its author may change it again.`,
  }
}

function sentWords({ sentAt_ms, sentSeq, sendAt, lateCause, unpublished }: NextFacts): string {
  const late = sentAt_ms === null ? '' : `, ${durationText(sentAt_ms - sendAt * 1000)} after its second`
  const sent = `It was sent as message ${sentSeq ?? '?'} of its conversation${late}${lateCause ? ` (late because ${LATE_CAUSE_WORDS[lateCause]})` : ''}.`
  const rest = unpublished
    ? ` Its publication is still owed: the relay makes it within ${durationText(rhythm.RELAYED_AFTER_MS)} once Redis is there; until then screens find it by catching up.`
    : ' Nothing happens any more.'
  return sent + rest
}

function failedWords({ failReason }: NextFacts): string {
  const words = failReason
    ? FAIL_REMEDIES[failReason]
    : { why: 'no reason is recorded', remedy: 'look into the audit trail' }
  return `It was not sent: ${words.why} (${failReason ?? 'unknown'}). Nothing happens by itself. What helps: ${words.remedy}.`
}
