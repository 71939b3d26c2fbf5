/** What nobody was told yes for, or was told in a time that is lost: it may be missing, and is judged where it is not. */
import { expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import { canceled, changedTwice, expectEachCounted, goodRun, NOW_S, one, posted, type Broken } from './good-run.ts'
import { countGivenAgain, forgive } from './lost-time.ts'

const broken: Broken[] = [
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
]

expectEachCounted(broken)

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
