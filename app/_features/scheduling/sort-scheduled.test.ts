import { describe, expect, test } from 'vitest'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { dayKey } from '#app/_ui/time-text.ts'
import { conflictWith } from './edit-conflict.ts'
import { groupByDay, inShelf } from './sort-scheduled.ts'

const row = (
  id: string,
  status: ScheduledView['status'],
  at: string,
  more: Partial<ScheduledView> = {},
): ScheduledView => {
  const sendAt = Date.parse(at) / 1000
  return {
    id,
    status,
    sendAt,
    conversationId: '5',
    authorId: '7',
    threadRootId: null,
    text: id,
    payload: null,
    zone: 'Europe/Berlin',
    wallClock: '',
    promised: null,
    notAfter: null,
    version: 1,
    failReason: null,
    sentSeq: null,
    sentAt_ms: null,
    lateCause: null,
    editableUntil: sendAt,
    canEdit: true,
    canCancel: true,
    createdMs: 1,
    changedMs: 1,
    ...more,
  } as ScheduledView
}
const ids = (rows: ScheduledView[]) => rows.map(({ id }) => id)

describe('the list of scheduled messages', () => {
  test('waiting ones stand soonest first, and within a second in the order scheduled', () => {
    const rows = [
      row('10', 'SCHEDULED', '2026-12-02T08:00Z'),
      row('9', 'DISPATCHING', '2026-12-02T08:00Z'),
      row('8', 'SCHEDULED', '2026-12-01T08:00Z'),
      row('7', 'SENT', '2026-12-01T08:00Z'),
    ]
    expect(ids(inShelf(rows, 'scheduled'))).toEqual(['8', '9', '10'])
  })
  test('what is over stands latest first', () => {
    expect(
      ids(inShelf([row('1', 'SENT', '2026-12-01T08:00Z'), row('2', 'SENT', '2026-12-02T08:00Z')], 'sent')),
    ).toEqual(['2', '1'])
  })
  test('days are those of the reader’s zone', () => {
    const rows = [row('1', 'SCHEDULED', '2026-12-01T22:30Z'), row('2', 'SCHEDULED', '2026-12-01T23:30Z')]
    expect(groupByDay(rows, (at) => dayKey(at, 'Europe/Berlin')).map(({ day, items }) => [day, ...ids(items)])).toEqual(
      [
        ['2026-12-01', '1'],
        ['2026-12-02', '2'],
      ],
    )
  })
})

describe('an edit in progress', () => {
  const base = row('1', 'SCHEDULED', '2026-12-01T08:00Z')
  const now = Date.parse('2026-12-01T07:59:00Z')
  test('goes on while nothing else happened', () => expect(conflictWith(base, base, now)).toBeNull())
  test.each([
    ['another tab changed it', { version: 2 }, 'edit_conflict'],
    ['it was sent', { status: 'SENT', version: 1 }, 'already_sent'],
    ['it is being sent', { status: 'DISPATCHING', canEdit: false }, 'already_sending'],
    ['it was canceled', { status: 'CANCELED' }, 'already_canceled'],
    ['it failed', { status: 'FAILED' }, 'already_failed'],
    ['the workspace’s freeze began', { editableUntil: base.sendAt - 60 }, 'window_closed'],
  ] as const)('is told when %s', (_, change, conflict) =>
    expect(conflictWith(base, { ...base, ...change }, now)).toBe(conflict),
  )
})
