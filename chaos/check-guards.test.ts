/** Conditions of authors, as the checker judges them; each way to break one is counted. */
import { expect, test } from 'vitest'
import { NO_GUARDS } from '#server/domain/scheduled-message/guards.ts'
import { checkHistory } from './check-history.ts'
import { expectEachCounted, goodRun, NOW_S, one, posted, reply, row, type Broken } from './good-run.ts'
import type { ScheduledHistory } from './history.ts'

const movedBy = (seconds: number) => ({
  ...{ kind: 'reschedule' as const, outcome: 'ok' as const },
  ...{ sendAt: NOW_S + seconds, answered_ms: (NOW_S - 1) * 1000 },
})
const broken: Broken[] = [
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
    'guards',
    'the last second was over, though its time was moved within it',
    ({ history, end }) => {
      history.scheduled = [one({ notAfter: NOW_S + 3, changes: [movedBy(2)] })]
      end.scheduled = [{ ...row, sendAt: NOW_S + 2 }]
      end.messages = [{ ...posted, sendAt: NOW_S + 2, createdMs: (NOW_S + 4) * 1000 }]
    },
  ],
  [
    'guards',
    'the last second, taken along by a time beyond it, was over too',
    ({ history, end }) => {
      history.scheduled = [one({ notAfter: NOW_S + 1, changes: [movedBy(2)] })]
      end.scheduled = [{ ...row, sendAt: NOW_S + 2 }]
      end.messages = [{ ...posted, sendAt: NOW_S + 2, createdMs: (NOW_S + 4) * 1000 }]
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
]

expectEachCounted(broken)

test('a time moved beyond the last second takes it along', () => {
  const { history, end } = goodRun()
  history.scheduled = [one({ notAfter: NOW_S + 1, changes: [movedBy(2)] })]
  end.scheduled = [{ ...row, sendAt: NOW_S + 2 }]
  end.messages = [{ ...posted, sendAt: NOW_S + 2, createdMs: (NOW_S + 4) * 1000 - 395 }]
  expect(checkHistory(history, end).breaches).toEqual([])
})

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
