import { expect, test } from 'vitest'
import { describeEvent } from './describe-event.ts'
import { diffWords } from './text-diff.ts'

const BERLIN = { zone: 'Europe/Berlin', hour12: true }
const at = (iso: string) => Date.parse(iso)
const reading = {
  nameOf: (id: unknown) => `member ${String(id)}`,
  shown: (text: string) => text.replaceAll('<@U1>', '@Ana'),
}
const told = (detail: Record<string, unknown> | null, style = BERLIN) =>
  describeEvent({ detail, at_ms: at('2026-12-01T08:00:00Z') }, style, reading).map(
    ({ label, text }) => `${label}: ${text}`,
  )

test('what was sent tells plan and reality to the millisecond, in the reader’s zone', () => {
  const planned = at('2026-12-01T08:00:00Z') / 1000
  expect(told({ planned, sent_ms: planned * 1000 + 83, late_ms: 83, seq: 5 })).toEqual([
    'Planned for: Tue, Dec 1 at 9:00:00.000 AM CET',
    'Sent: Tue, Dec 1 at 9:00:00.083 AM CET, 83 ms after',
  ])
})

test('a new time is told in the reader’s zone, and beside it in the one it was planned in', () => {
  const before = { text: 'x', sendAt: at('2026-12-01T08:00:00Z') / 1000, zone: 'Europe/Berlin' }
  const after = { text: 'x', sendAt: at('2026-12-02T00:00:00Z') / 1000, zone: 'Asia/Tokyo' }
  expect(told({ before, after })).toEqual([
    'From: Tue, Dec 1 at 9:00:00 AM CET',
    'To: Wed, Dec 2 at 1:00:00 AM CET (Wed, Dec 2 at 9:00:00 AM GMT+9)',
  ])
})

test('a changed text is one line with its difference; where one side was blanked the other stands', () => {
  const [line] = describeEvent(
    { detail: { before: { text: 'at nine' }, after: { text: 'at ten' } }, at_ms: 0 },
    BERLIN,
    reading,
  )
  expect(line).toMatchObject({ label: 'Change', diff: [{ text: 'at ' }, { kind: 'gone' }, { kind: 'new' }] })
  expect(told({ before: {}, after: { text: 'at ten' } })).toEqual(['After: at ten'])
  expect(told(null)).toEqual([])
})

test('the same second promised otherwise: what is promised now', () => {
  const same = { text: 'x', sendAt: at('2026-12-01T08:00:00Z') / 1000, zone: 'Europe/Berlin' }
  expect(told({ before: { ...same, promised: 'instant' }, after: { ...same, promised: null } })).toEqual([
    'Promised: what the clock shows, also if its rules change',
  ])
  expect(told({ before: { ...same, promised: null }, after: { ...same, promised: 'instant' } })).toEqual([
    'Promised: this second, whatever the clocks will show',
  ])
})

test('texts are told as they read, and compared so', () => {
  expect(told({ text: 'for <@U1>' })).toEqual(['Text: for @Ana'])
  const changed = { before: { text: 'for <@U1>' }, after: { text: 'for Ana' } }
  expect(describeEvent({ detail: changed, at_ms: 0 }, BERLIN, reading)).toEqual([
    { label: 'Change', text: 'for Ana', isText: true, diff: diffWords('for @Ana', 'for Ana') },
  ])
})

test('handed over: from whom to whom', () => {
  expect(told({ from: '1', to: '2' })).toEqual(['From: member 1', 'To: member 2'])
})

test('files are told by their names, before and after where they changed', () => {
  expect(told({ text: 'x', files: ['a.png', 'b.txt'] })).toEqual(['Text: x', 'Files: a.png, b.txt'])
  expect(told({ before: { text: 'x', files: ['a.png'] }, after: { text: 'x', files: [] } })).toEqual([
    'Files before: a.png',
    'Files after: none',
  ])
})
