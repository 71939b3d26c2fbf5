/** What a time whose commits were lost does to the judgement. Pure. */
import type { EndState, History } from './history.ts'

/** What was acknowledged in a lost time may be gone: those answers prove nothing. Everything else still has to hold. */
export function forgive(history: History): void {
  for (const { from_ms, to_ms, typedBefore } of history.lostTimes) {
    const isLost = (answered_ms: number) => answered_ms >= from_ms && answered_ms <= to_ms
    for (const one of history.scheduled) {
      if (one.created === 'ok' && isLost(one.answered_ms)) one.created = 'unknown'
      for (const change of one.changes)
        if (change.outcome === 'ok' && isLost(change.answered_ms)) change.outcome = 'unknown'
    }
    for (const { changes } of history.rights)
      for (const change of changes)
        if (change.outcome === 'ok' && isLost(change.answered_ms)) change.outcome = 'unknown'
    for (const one of history.series) if (one.created === 'ok' && isLost(one.answered_ms)) one.created = 'unknown'
    history.typed = history.typed.filter(({ mark, sent_ms }) => sent_ms > to_ms || typedBefore.has(mark))
  }
}

/** Numbers that a lost time had given to one message, and that another one has now (F14). */
export const countGivenAgain = ({ lostTimes }: History, { messages }: EndState): number =>
  messages.filter(({ conversationId, seq, id }) =>
    lostTimes.some(({ given }) => (given.get(`${conversationId} ${seq}`) ?? id) !== id),
  ).length
