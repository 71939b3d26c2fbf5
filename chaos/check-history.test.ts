/** Each check of the checker can fail: a history that is right, and one broken in each way. */
import { expect, test } from 'vitest'
import { NO_GUARDS } from '#server/domain/scheduled-message/guards.ts'
import { countGivenAgain, forgive } from './lost-time.ts'
import { checkHistory, type Verdict } from './check-history.ts'
import type { EndState, History, RightsHistory, ScheduledFact, ScheduledHistory, SeriesHistory } from './history.ts'

const NOW_S = 1_700_000_000
const one = (changed: Partial<ScheduledHistory> = {}): ScheduledHistory => ({
  mark: 'm1',
  conversationId: 'c',
  mayBeRefused: false,
  isPoison: false,
  text: 'm1.v1',
  sendAt: NOW_S,
  guards: NO_GUARDS,
  notAfter: null,
  created: 'ok',
  createRepeated: false,
  answered_ms: (NOW_S - 5) * 1000,
  id: '11',
  changes: [],
  ...changed,
})
const posted = {
  id: '11',
  conversationId: 'c',
  seq: 1,
  text: 'm1.v1',
  origin: 'scheduled',
  sendAt: NOW_S,
  createdMs: NOW_S * 1000 + 40,
  authorId: 'anna',
}
const row = {
  ...{ id: '11', status: 'SENT', authorId: 'anna', conversationId: 'c', sendAt: NOW_S },
  ...{ failReason: null, lateCause: null, sentSeq: 1, quietAfterSeq: null, seriesId: null, seriesDay: null },
}
const shown = { id: '11', seq: 1, text: 'm1.v1' }

type Run = { history: History; end: EndState }
const goodRun = (): Run => ({
  history: {
    scheduled: [one()],
    typed: [],
    clients: [{ name: 'a', unsent: 0, conversations: [{ conversationId: 'c', floorSeq: 0, messages: [shown] }] }],
    series: [],
    away: { memberId: 'anna', told_ms: null, back_ms: null, backTold_ms: null },
    rights: [],
    lostTimes: [],
    restores: [],
  },
  end: {
    now_ms: NOW_S * 1000 + 60_000,
    scheduled: [row],
    messages: [posted],
    noticed: [],
    lastSeqs: { c: 1 },
    epochs: { c: 1 },
    outboxLeft: 0,
    claimsLeft: 0,
  },
})
const canceled = one({ changes: [{ kind: 'cancel', outcome: 'ok', answered_ms: 0 }] })

test('a run as it should be has no breach and a lateness', () => {
  const { history, end } = goodRun()
  const verdict = checkHistory(history, end)
  expect(verdict).toMatchObject({ accepted: 1, sent: 1, breaches: [], latenesses_ms: [40] })
})

const broken: [keyof Verdict, string, (run: Run) => void][] = [
  [
    'lost',
    'its row is gone',
    ({ end }) => {
      end.scheduled = []
    },
  ],
  [
    'lost',
    'it still waits',
    ({ end }) => {
      end.scheduled = [{ ...row, status: 'SCHEDULED', sentSeq: null }]
      end.messages = []
    },
  ],
  [
    'lost',
    'SENT without a message',
    ({ end }) => {
      end.messages = []
    },
  ],
  [
    'lost',
    'cancelled by nobody',
    ({ end }) => {
      end.scheduled = [{ ...row, status: 'CANCELED' }]
      end.messages = []
    },
  ],
  [
    'lost',
    'failed for no reason of the run',
    ({ end }) => {
      end.scheduled = [{ ...row, status: 'FAILED', failReason: 'channel_deleted' }]
      end.noticed = ['11']
      end.messages = []
    },
  ],
  [
    'lost',
    'typed and nowhere',
    ({ history }) => {
      history.typed = [{ mark: 't1', conversationId: 'c', sent_ms: 0 }]
    },
  ],
  [
    'lost',
    'typed and never sent',
    ({ history }) => {
      history.clients[0]!.unsent = 1
    },
  ],
  [
    'duplicates',
    'posted twice',
    ({ end }) => {
      end.messages.push({ ...posted, id: '12', seq: 2 })
      end.lastSeqs = { c: 2 }
    },
  ],
  [
    'duplicates',
    'posted although it failed',
    ({ end }) => {
      end.scheduled = [{ ...row, status: 'FAILED', failReason: 'poison' }]
      end.noticed = ['11']
    },
  ],
  [
    'clientDuplicates',
    'two bubbles',
    ({ history }) => {
      history.clients[0]!.conversations[0]!.messages.push({ ...shown, seq: 2 })
    },
  ],
  [
    'early',
    'before its second',
    ({ end }) => {
      end.messages = [{ ...posted, createdMs: NOW_S * 1000 - 1 }]
    },
  ],
  [
    'early',
    'with a time that is still to come',
    ({ end }) => {
      end.messages = [{ ...posted, createdMs: NOW_S * 1000 + 3_600_000 }]
    },
  ],
  [
    'early',
    'at the old time after a reschedule',
    ({ history }) => {
      history.scheduled = [one({ changes: [{ kind: 'reschedule', sendAt: NOW_S + 5, outcome: 'ok', answered_ms: 0 }] })]
    },
  ],
  [
    'wrongBody',
    'the text before the edit',
    ({ history }) => {
      history.scheduled = [one({ changes: [{ kind: 'edit', text: 'm1.v2', outcome: 'ok', answered_ms: 0 }] })]
    },
  ],
  [
    'wrongBody',
    'a refused edit',
    ({ end, history }) => {
      history.scheduled = [one({ changes: [{ kind: 'edit', text: 'm1.v2', outcome: 'refused', answered_ms: 0 }] })]
      end.messages = [{ ...posted, text: 'm1.v2' }]
    },
  ],
  [
    'brokenCancels',
    'posted all the same',
    ({ history }) => {
      history.scheduled = [canceled]
    },
  ],
  [
    'brokenCancels',
    'cancelled and failed',
    ({ history, end }) => {
      history.scheduled = [canceled]
      end.messages = []
      end.scheduled = [{ ...row, status: 'FAILED', failReason: 'poison' }]
      end.noticed = ['11']
    },
  ],
  [
    'gaps',
    'a number that belongs to nothing',
    ({ end }) => {
      end.lastSeqs = { c: 2 }
    },
  ],
  [
    'gaps',
    'a number given twice',
    ({ end }) => {
      end.messages.push({ ...posted, id: '12', text: 't9' })
    },
  ],
  [
    'gaps',
    'a number beyond the last',
    ({ end }) => {
      end.lastSeqs = { c: 0 }
    },
  ],
  [
    'clientMismatches',
    'a bubble is missing',
    ({ history }) => {
      history.clients[0]!.conversations[0]!.messages = []
    },
  ],
  [
    'clientMismatches',
    'a bubble the server does not have',
    ({ history }) => {
      history.clients[0]!.conversations[0]!.messages.push({ id: '13', seq: 2, text: 't3' })
    },
  ],
  [
    'leftovers',
    'failed without a notice',
    ({ end, history }) => {
      history.scheduled = [one({ isPoison: true })]
      end.scheduled = [{ ...row, status: 'FAILED', failReason: 'poison' }]
      end.messages = []
    },
  ],
  [
    'leftovers',
    'failed without a reason',
    ({ end }) => {
      end.scheduled = [{ ...row, status: 'FAILED' }]
      end.noticed = ['11']
      end.messages = []
    },
  ],
  [
    'leftovers',
    'an outbox row',
    ({ end }) => {
      end.outboxLeft = 1
    },
  ],
  [
    'leftovers',
    'a claim',
    ({ end }) => {
      end.claimsLeft = 1
    },
  ],
]

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

const reply = { ...posted, id: '12', seq: 1, text: 't1 typed', authorId: 'ben' }
broken.push(
  [
    'guards',
    'somebody had written before',
    ({ history, end }) => {
      history.scheduled = [one({ guards: { ...NO_GUARDS, unlessReplied: true } })]
      end.scheduled = [{ ...row, sentSeq: 2, quietAfterSeq: 0 }]
      end.messages = [reply, { ...posted, seq: 2 }]
    },
  ],
  [
    'guards',
    'its author was away',
    ({ history }) => {
      history.scheduled = [one({ guards: { ...NO_GUARDS, skipIfAway: true } })]
      history.away = { memberId: 'anna', told_ms: (NOW_S - 1) * 1000, back_ms: null, backTold_ms: null }
    },
  ],
  [
    'guards',
    'the last second was over',
    ({ history, end }) => {
      history.scheduled = [one({ notAfter: NOW_S })]
      end.messages = [{ ...posted, createdMs: (NOW_S + 1) * 1000 }]
    },
  ],
  [
    'lost',
    'stopped for a reply that nobody wrote',
    ({ history, end }) => {
      history.scheduled = [one({ guards: { ...NO_GUARDS, unlessReplied: true } })]
      end.scheduled = [{ ...row, status: 'FAILED', failReason: 'replied_meanwhile', quietAfterSeq: 0 }]
      end.messages = []
      end.noticed = ['11']
    },
  ],
  [
    'lost',
    'stopped for an author who was back',
    ({ history, end }) => {
      history.scheduled = [one({ guards: { ...NO_GUARDS, skipIfAway: true } })]
      history.away = { memberId: 'anna', told_ms: 0, back_ms: 0, backTold_ms: (NOW_S - 1) * 1000 }
      end.scheduled = [{ ...row, status: 'FAILED', failReason: 'author_away' }]
      end.messages = []
      end.noticed = ['11']
    },
  ],
  [
    'lost',
    'stopped as expired without a last second',
    ({ end }) => {
      end.scheduled = [{ ...row, status: 'FAILED', failReason: 'expired' }]
      end.messages = []
      end.noticed = ['11']
    },
  ],
  [
    'lost',
    'held after a restore that was none',
    ({ end }) => {
      end.scheduled = [{ ...row, status: 'FAILED', failReason: 'expired_after_restore' }]
      end.messages = []
      end.noticed = ['11']
    },
  ],
  [
    'clientDuplicates',
    'two bubbles on a screen',
    ({ history }) => {
      history.clients[0]!.onScreen = ['m1', 'm1']
    },
  ],
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
)

/** Taken and given back, both acknowledged. */
const changedTwice = (authorId: string | null): RightsHistory => ({
  conversationId: 'c',
  authorId,
  changes: [
    { outcome: 'ok', answered_ms: (NOW_S - 8) * 1000 },
    { outcome: 'ok', answered_ms: (NOW_S - 4) * 1000 },
  ],
})
/** Numbers 1, 3 and 5 are messages of Anna; 2 took the right of `authorId`, 4 gave it back. */
function withRights({ history, end }: Run, authorId: string | null): void {
  history.clients = []
  history.rights = [changedTwice(authorId)]
  end.messages.push(
    { ...posted, id: '13', seq: 3, text: 't3 typed' },
    { ...posted, id: '15', seq: 5, text: 't5 typed' },
  )
  end.lastSeqs = { c: 5 }
}

broken.push(
  ['rights', 'by somebody who was removed', (run) => withRights(run, 'anna')],
  ['rights', 'in an archived conversation', (run) => withRights(run, null)],
  [
    'rights',
    'an acknowledged removal is not there',
    ({ history }) => {
      history.rights = [changedTwice('ben')]
    },
  ],
  [
    'rights',
    'refused and posted',
    ({ history }) => {
      history.scheduled = [one({ created: 'refused', createCode: 'not_in_conversation', id: null })]
    },
  ],
  [
    'early',
    'before its second, never acknowledged',
    ({ history, end }) => {
      history.scheduled = [one({ created: 'unknown', id: null })]
      end.messages = [{ ...posted, createdMs: NOW_S * 1000 - 1 }]
    },
  ],
  [
    'wrongBody',
    'a text nobody wrote, never acknowledged',
    ({ history, end }) => {
      history.scheduled = [one({ created: 'unknown', id: null })]
      end.messages = [{ ...posted, text: 'm1.v2' }]
    },
  ],
  [
    'brokenCancels',
    'cancelled after an acceptance that was lost, and posted',
    ({ history }) => {
      history.scheduled = [{ ...canceled, created: 'unknown' }]
    },
  ],
  [
    'guards',
    'the last second was over, never acknowledged',
    ({ history, end }) => {
      history.scheduled = [one({ created: 'unknown', id: null, notAfter: NOW_S })]
      end.messages = [{ ...posted, createdMs: (NOW_S + 1) * 1000 }]
    },
  ],
  [
    'lost',
    'posted without a row, never acknowledged',
    ({ history, end }) => {
      history.scheduled = [one({ created: 'unknown', id: null })]
      end.scheduled = []
    },
  ],
)

const movedIntoAbsence: Partial<ScheduledHistory> = {
  guards: { ...NO_GUARDS, skipIfAway: true },
  changes: [{ kind: 'reschedule', sendAt: NOW_S - 2, outcome: 'ok', answered_ms: 0 }],
}

test('what a restore held, and what conditions stopped, is explained', () => {
  const { history, end } = goodRun()
  history.clients = []
  history.scheduled = [
    one(),
    one({ mark: 'm2', text: 'm2.v1', id: '12', guards: { ...NO_GUARDS, unlessReplied: true } }),
    one({ mark: 'm3', text: 'm3.v1', id: '13', notAfter: NOW_S }),
    one({ mark: 'm4', text: 'm4.v1', id: '14', ...movedIntoAbsence }),
  ]
  history.away = { memberId: 'anna', told_ms: 0, back_ms: 0, backTold_ms: (NOW_S - 1) * 1000 }
  history.restores = [
    { from_ms: (NOW_S - 4) * 1000, to_ms: (NOW_S + 20) * 1000, typedBefore: new Set(), given: new Map() },
  ]
  end.scheduled = [
    { ...row, status: 'FAILED', failReason: 'expired_after_restore' },
    { ...row, id: '12', status: 'FAILED', failReason: 'replied_meanwhile', quietAfterSeq: 0 },
    { ...row, id: '13', status: 'FAILED', failReason: 'expired' },
    { ...row, id: '14', status: 'FAILED', failReason: 'author_away', sendAt: NOW_S - 2 },
  ]
  end.messages = [{ ...reply, text: 'x1 typed' }]
  end.noticed = ['11', '12', '13', '14']
  expect(checkHistory(history, end).breaches).toEqual([])
})

test.each(broken)('%s: %s', (kind, _how, breakIt) => {
  const run = goodRun()
  breakIt(run)
  expect(checkHistory(run.history, run.end)[kind]).toBeGreaterThan(0)
})

test('an edit whose answer was lost may or may not be what is posted', () => {
  for (const text of ['m1.v1', 'm1.v2']) {
    const { history, end } = goodRun()
    history.scheduled = [one({ changes: [{ kind: 'edit', text: 'm1.v2', outcome: 'unknown', answered_ms: 0 }] })]
    history.clients = []
    end.messages = [{ ...posted, text }]
    expect(checkHistory(history, end).breaches).toEqual([])
  }
})

test('numbers of memberships are explained by the changes that were asked for', () => {
  const { history, end } = goodRun()
  end.lastSeqs = { c: 3 }
  history.rights = [changedTwice('ben')]
  expect(checkHistory(history, end).breaches).toEqual([])
})

test('whoever may post posts while another may not, and before and after it', () => {
  const run = goodRun()
  withRights(run, 'ben')
  expect(checkHistory(run.history, run.end).breaches).toEqual([])
})

test('what was never acknowledged may be missing, and may be posted as it was asked for', () => {
  for (const isPosted of [true, false]) {
    const { history, end } = goodRun()
    history.clients = []
    history.scheduled = [one({ created: 'unknown', id: null })]
    if (!isPosted) {
      end.scheduled = []
      end.messages = []
      end.lastSeqs = {}
    }
    expect(checkHistory(history, end)).toMatchObject({ accepted: 0, breaches: [], latenesses_ms: [] })
  }
})

test('what was acknowledged in a lost time may be gone, and is right where it is not', () => {
  const { history, end } = goodRun()
  history.scheduled = [one({ changes: [{ kind: 'cancel', outcome: 'ok', answered_ms: (NOW_S - 4) * 1000 }] })]
  history.rights = [changedTwice('ben')]
  history.lostTimes = [
    { from_ms: (NOW_S - 9) * 1000, to_ms: (NOW_S - 3) * 1000, typedBefore: new Set(), given: new Map([['c 1', '10']]) },
  ]
  forgive(history)
  expect(checkHistory(history, end).breaches).toEqual([])
  expect(countGivenAgain(history, end), 'number 1 was of message 10').toBe(1)
  end.messages = [{ ...posted, text: 'm1.v2' }]
  expect(checkHistory(history, end).wrongBody).toBe(1)
})

test('who was perhaps never removed may be let in again without a number', () => {
  const { history, end } = goodRun()
  const changes = [
    { outcome: 'unknown' as const, answered_ms: 0 },
    { outcome: 'ok' as const, answered_ms: 0 },
  ]
  history.rights = [{ conversationId: 'c', authorId: 'ben', changes }]
  expect(checkHistory(history, end).breaches).toEqual([])
})
