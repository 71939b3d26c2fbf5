import { expect, test } from 'vitest'
import type { MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { planMoves, type Move } from './plan-batch.ts'

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
