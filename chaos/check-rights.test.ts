/** Who might post when, as the checker judges it. */
import { expect, test } from 'vitest'
import { checkHistory } from './check-history.ts'
import { changedTwice, expectEachCounted, goodRun, one, posted, type Broken, type Run } from './good-run.ts'

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

const broken: Broken[] = [
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
]

expectEachCounted(broken)

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

test('who was perhaps never removed may be let in again without a number', () => {
  const { history, end } = goodRun()
  const changes = [
    { outcome: 'unknown' as const, answered_ms: 0 },
    { outcome: 'ok' as const, answered_ms: 0 },
  ]
  history.rights = [{ conversationId: 'c', authorId: 'ben', changes }]
  expect(checkHistory(history, end).breaches).toEqual([])
})
