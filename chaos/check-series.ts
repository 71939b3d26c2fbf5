/** Series: each of their days has one message, none is missing, and the one due within the run went out like any other. */
import { markOf } from './mark-of.ts'
import type { EndState, History, ScheduledFact, SeriesHistory } from './history.ts'

/** Days that have to be stored ahead, besides the one within the run. */
const AHEAD = 7
const DAY_S = 86_400

export function checkSeries(history: History, end: EndState, breach: (kind: string, what: string) => void): void {
  for (const one of history.series) {
    if (one.created !== 'ok') continue
    const rows = end.scheduled.filter((row) => row.seriesId === one.id)
    const byDay = new Map<string, ScheduledFact[]>()
    for (const row of rows) byDay.set(row.seriesDay ?? '', [...(byDay.get(row.seriesDay ?? '') ?? []), row])
    for (const [day, stored] of byDay)
      if (stored.length > 1) breach('duplicates', `${one.mark} has ${stored.length} messages for ${day}`)
    for (let ahead = 0; ahead <= AHEAD; ahead++) {
      const day = new Date((one.sendAt + ahead * DAY_S) * 1000).toISOString().slice(0, 10)
      const row = byDay.get(day)?.[0]
      // Accepted after its first time of day it begins with the next.
      const isTooLate = ahead === 0 && one.answered_ms >= one.sendAt * 1000
      if (!row && isTooLate) continue
      if (!row) breach('lost', `${one.mark} has no message for ${day}`)
      else if (ahead > 0 && row.status !== 'SCHEDULED') breach('lost', `${one.mark} is ${row.status} on ${day}`)
      else if (ahead === 0) checkFirst(one, row, history, end, breach)
    }
  }
}

function checkFirst(
  one: SeriesHistory,
  row: ScheduledFact,
  { restores }: History,
  end: EndState,
  breach: (kind: string, what: string) => void,
): void {
  const posted = end.messages.filter((message) => markOf(message.text) === one.mark)
  const mayBeHeld = restores.some(({ to_ms }) => one.sendAt * 1000 <= to_ms)
  if (row.status === 'FAILED' && mayBeHeld && row.failReason === 'expired_after_restore') return
  if (row.status !== 'SENT') return breach('lost', `${one.mark} is ${row.status} (${row.failReason}) on its first day`)
  if (posted.length === 0) breach('lost', `${one.mark} is SENT without a message`)
  for (const message of posted) {
    if (message.createdMs < one.sendAt * 1000) breach('early', `${one.mark} on its first day`)
    if (message.text !== one.text) breach('wrongBody', `${one.mark} posted "${message.text}", not ${one.text}`)
  }
}
