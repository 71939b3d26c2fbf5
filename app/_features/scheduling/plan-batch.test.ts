import { expect, test } from 'vitest'
import type { MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { planMoves, undoStep, type Move } from './plan-batch.ts'

const at = (iso: string) => Date.parse(iso) / 1000
const row = (sendAt: string, zone: string, notAfter: number | null = null) =>
  ({ id: '1' as MessageId, sendAt: at(sendAt), zone, notAfter }) as ScheduledView
const NOW = Date.parse('2027-03-13T12:00:00Z')
const planned = (move: Move, ...rows: ScheduledView[]) =>
  planMoves(rows, move, NOW, 30 * 86_400).map(
    ({ moved, problem }) => problem ?? (moved && new Date(moved.sendAt * 1000).toISOString().slice(0, 16)),
  )

test('each moves by the wall clock of its own zone: one night’s clock change moves one of two (K73)', () => {
  const rows = [row('2027-03-13T14:00:00Z', 'America/New_York'), row('2027-03-13T14:00:00Z', 'Europe/Berlin')]
  expect(planned({ to: 'shift', by: { amount: 1, unit: 'days' } }, ...rows)).toEqual([
    '2027-03-14T13:00',
    '2027-03-14T14:00',
  ])
  expect(planned({ to: 'date', date: '2027-03-29' }, ...rows)).toEqual(['2027-03-29T13:00', '2027-03-29T13:00'])
})

test('what would be past, too far, unchanged or later than its own limit is said of that message alone', () => {
  const rows = [
    row('2027-03-13T14:00:00Z', 'Etc/UTC'),
    row('2027-03-20T14:00:00Z', 'Etc/UTC', at('2027-03-20T15:00:00Z')),
  ]
  expect(planned({ to: 'shift', by: { amount: -3, unit: 'hours' } }, ...rows)).toEqual(['past', '2027-03-20T11:00'])
  expect(planned({ to: 'shift', by: { amount: 2, unit: 'hours' } }, ...rows)).toEqual([
    '2027-03-13T16:00',
    'beyond-limit',
  ])
  expect(planned({ to: 'date', date: '2027-03-13' }, ...rows)).toEqual(['same', '2027-03-13T14:00'])
  expect(planned({ to: 'shift', by: { amount: 5000, unit: 'weeks' } }, ...rows)).toEqual(['too-far', 'too-far'])
  expect(planned({ to: 'shift', by: { amount: -5000, unit: 'weeks' } }, ...rows)).toEqual(['too-far', 'too-far'])
})

test('undone, a move asks for the time as it was promised: the skipped hour by its name, an instant without a clock', () => {
  const zone = 'America/New_York'
  const skipped = { ...row('2027-03-14T07:30:00Z', zone), wallClock: '2027-03-14T02:30:00', promised: 'later' as const }
  const asked = { do: 'move', id: '1', version: 4, sendAt: at('2027-03-14T07:30:00Z'), zone }
  expect(undoStep('moved', skipped, 4)).toEqual({ ...asked, wallClock: '2027-03-14T02:30:00' })
  expect(undoStep('moved', { ...skipped, promised: 'instant' }, 4)).toEqual(asked)
  expect(undoStep('canceled', skipped, 4)).toEqual({ do: 'again', id: '1', clientToken: 'again:1' })
})
