/** Series, as the checker judges them: a message for each day, and no second one. */
import { expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import { expectEachCounted, goodRun, NOW_S, posted, row, type Broken, type Run } from './good-run.ts'
import type { EndState, ScheduledFact, SeriesHistory } from './history.ts'

const DAY_S = 86_400
const series: SeriesHistory = {
  ...{ mark: 's1', conversationId: 'c', text: 's1 again', sendAt: NOW_S, created: 'ok', id: '7' },
  answered_ms: (NOW_S - 5) * 1000,
}
/** A series of which one message was sent and a week is stored. */
function withSeries({ history, end }: Run): void {
  history.series = [{ ...series }]
  history.clients = []
  end.lastSeqs = { c: 2 }
  end.messages.push({ ...posted, id: '70', seq: 2, text: 's1 again' })
  for (let ahead = 0; ahead < 8; ahead++) {
    const sendAt = NOW_S + ahead * DAY_S
    const seriesDay = new Date(sendAt * 1000).toISOString().slice(0, 10)
    const status = ahead === 0 ? 'SENT' : 'SCHEDULED'
    end.scheduled.push({ ...row, id: `7${ahead}`, status, sendAt, seriesId: '7', seriesDay })
  }
}
const dayOf = (end: EndState, ahead: number): ScheduledFact => {
  const found = end.scheduled.find((one) => one.id === `7${ahead}`)
  if (!found) throw new Error(`no day ${ahead}`)
  return found
}

test('a series with a message for each day has no breach', () => {
  const run = goodRun()
  withSeries(run)
  expect(checkHistory(run.history, run.end).breaches).toEqual([])
})

const broken: Broken[] = [
  [
    'duplicates',
    'a day of a series stored twice',
    (run) => {
      withSeries(run)
      run.end.scheduled.push({ ...dayOf(run.end, 3), id: '99' })
    },
  ],
  [
    'lost',
    'a day of a series missing',
    (run) => {
      withSeries(run)
      run.end.scheduled = run.end.scheduled.filter((one) => one.id !== '73')
    },
  ],
  [
    'lost',
    'the first message of a series not sent',
    (run) => {
      withSeries(run)
      dayOf(run.end, 0).status = 'FAILED'
      run.end.messages.pop()
    },
  ],
]

expectEachCounted(broken)
