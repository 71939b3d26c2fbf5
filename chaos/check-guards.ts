/** Conditions that authors tie to a message: it was sent only where they held, and failed for them only where they did not. */
import { keptNotAfter } from '#server/domain/scheduled-message/guards.ts'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import type { EndState, History, MessageFact, ScheduledFact, ScheduledHistory } from './history.ts'

type Facts = { history: History; end: EndState }

export function checkGuards(
  one: ScheduledHistory,
  row: ScheduledFact,
  message: MessageFact,
  facts: Facts,
  breach: (kind: string, what: string) => void,
): void {
  const notAfter = lastSecondOf(one, message)
  if (notAfter !== null && message.createdMs >= (notAfter + 1) * 1000)
    breach(
      'guards',
      `${one.mark} was posted ${message.createdMs - notAfter * 1000} ms after the second it may not pass`,
    )
  const reply = firstReply(row, facts.end)
  if (reply && reply.seq < message.seq) breach('guards', `${one.mark} was posted as ${message.seq}, after ${reply.seq}`)
  if (one.guards.skipIfAway && wasSurelyAway(row.authorId, message.createdMs, facts.history))
    breach('guards', `${one.mark} was posted while its author was away`)
}

/** The second it may not pass, where it was sent for; a time moved beyond that second takes it along. */
function lastSecondOf(one: ScheduledHistory, { sendAt }: MessageFact): number | null {
  if (one.notAfter === null) return null
  let possible: Bounded[] = [{ sendAt: one.sendAt as EpochSeconds, notAfter: one.notAfter as EpochSeconds }]
  for (const change of one.changes) {
    if (change.kind !== 'reschedule' || change.outcome === 'refused') continue
    const to = change.sendAt as EpochSeconds
    const moved = possible.map((from) => ({ sendAt: to, notAfter: keptNotAfter(from, to) ?? from.notAfter }))
    possible = change.outcome === 'ok' ? moved : [...possible, ...moved]
  }
  const there = possible.filter((state) => state.sendAt === sendAt)
  return Math.max(...(there.length > 0 ? there : possible).map((state) => state.notAfter))
}
type Bounded = { sendAt: EpochSeconds; notAfter: EpochSeconds }

/** Why its author's conditions may have stopped it. */
export function reasonsByGuards(one: ScheduledHistory, row: ScheduledFact, { history, end }: Facts): string[] {
  const reasons: string[] = []
  if (one.notAfter !== null) reasons.push('expired')
  if (firstReply(row, end)) reasons.push('replied_meanwhile')
  const { memberId, backTold_ms } = history.away
  const mayBeAway = one.guards.skipIfAway && row.authorId === memberId
  if (mayBeAway && (backTold_ms === null || row.sendAt * 1000 < backTold_ms)) reasons.push('author_away')
  return reasons
}

/** Of somebody else, in the conversation, after the number the author saw last. */
function firstReply(row: ScheduledFact, end: EndState): MessageFact | undefined {
  const { quietAfterSeq } = row
  if (quietAfterSeq === null) return undefined
  return end.messages
    .filter(
      (message) =>
        message.conversationId === row.conversationId &&
        message.authorId !== row.authorId &&
        message.seq > quietAfterSeq,
    )
    .toSorted((a, b) => a.seq - b.seq)[0]
}

function wasSurelyAway(authorId: string, at_ms: number, { away }: History): boolean {
  if (authorId !== away.memberId || away.told_ms === null) return false
  return at_ms > away.told_ms && (away.back_ms === null || at_ms < away.back_ms)
}
