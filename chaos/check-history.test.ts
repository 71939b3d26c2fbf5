/** Each check of the checker can fail: a history that is right, and one broken in each way. */
import { expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import { canceled, expectEachCounted, goodRun, NOW_S, one, posted, row, shown, type Broken } from './good-run.ts'

test('a run as it should be has no breach and a lateness', () => {
  const { history, end } = goodRun()
  const verdict = checkHistory(history, end)
  expect(verdict).toMatchObject({ accepted: 1, sent: 1, breaches: [], latenesses_ms: [40] })
})

const broken: Broken[] = [
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
  [
    'clientDuplicates',
    'two bubbles on a screen',
    ({ history }) => {
      history.clients[0]!.onScreen = ['m1', 'm1']
    },
  ],
]

expectEachCounted(broken)

test('an edit whose answer was lost may or may not be what is posted', () => {
  for (const text of ['m1.v1', 'm1.v2']) {
    const { history, end } = goodRun()
    history.scheduled = [one({ changes: [{ kind: 'edit', text: 'm1.v2', outcome: 'unknown', answered_ms: 0 }] })]
    history.clients = []
    end.messages = [{ ...posted, text }]
    expect(checkHistory(history, end).breaches).toEqual([])
  }
})
