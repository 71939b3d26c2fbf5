import { describe, expect, test } from 'vitest'
import type { MessageId } from '#server/domain/ids.ts'
import type { SeriesEventView } from '#server/protocol/series-view.ts'
import { besidesWords, pauseWords, repeatsWords, seriesEventLines } from './series-words.ts'

const style = { zone: 'Europe/Berlin', hour12: true }

test('a rule with its time of day, as the reader writes it', () => {
  const series = { rule: 'FREQ=MONTHLY;BYDAY=2TU', start: '2026-12-08T09:00:00' }
  expect(repeatsWords(series, true)).toBe('Every second Tuesday of the month at 9:00 AM')
  expect(repeatsWords(series, false)).toBe('Every second Tuesday of the month at 09:00')
})

test('why it stands still, said to its author and to others', () => {
  expect(pauseWords('not_in_channel', null)).toBe('Stands still: you are no longer in the channel.')
  expect(pauseWords('not_in_channel', 'Kenji')).toBe('Stands still: Kenji is no longer in the channel.')
  expect(pauseWords('by_admin', null)).toBe('Paused by an administrator: nothing of it is waiting.')
  expect(pauseWords('workspace_suspended', null)).toBe('Stands still: you cannot post there at present.')
})

test('what was changed on its own and went with the rest is said where it was taken back', () => {
  const [one, two] = ['1', '2'].map((id) => id as MessageId)
  expect(besidesWords({ tooLate: [], edited: [] }, 'paused')).toBe('')
  expect(besidesWords({ tooLate: [] }, 'paused')).toBe('')
  expect(besidesWords({ tooLate: [], edited: [one!] }, 'paused')).toBe(
    ' One that was changed on its own went with the rest: resumed, it comes with the text and time of all.',
  )
  expect(besidesWords({ tooLate: [two!], edited: [one!, two!] }, 'replaced')).toBe(
    ' One that is about to be sent goes out as it was. 2 that were changed on their own went with the rest: now they come with the text and time of all.',
  )
})

describe('what its trail tells', () => {
  const lines = (kind: SeriesEventView['kind'], detail: SeriesEventView['detail']) =>
    seriesEventLines({ id: '1', kind, detail, actorId: null, client: 'web', at_ms: 0 }, style, {
      nameOf: (id) => `name ${String(id)}`,
      shown: (text) => text.replaceAll('<@U1>', '@Ana'),
    }).map(({ label, text }) => [label, text])
  const daily = { text: 'a', rule: 'FREQ=DAILY', start: '2026-12-08T09:00:00', zone: 'Europe/Berlin', authorId: '1' }

  test('what changed, before and after; what did not is left out', () => {
    expect(lines('created', daily)).toEqual([
      ['Text', 'a'],
      ['Repeats', 'Every day at 9:00 AM (Europe/Berlin)'],
    ])
    expect(lines('created', { ...daily, text: 'for <@U1>' })[0]).toEqual(['Text', 'for @Ana'])
    expect(lines('edited', { before: daily, after: { ...daily, text: 'b', authorId: '2' } })).toEqual([
      ['Change', 'b'],
      ['Now sent by', 'name 2'],
    ])
    expect(lines('edited', { before: daily, after: { ...daily, rule: 'FREQ=WEEKLY' } })).toEqual([
      ['From', 'Every day at 9:00 AM (Europe/Berlin)'],
      ['To', 'Every Tuesday at 9:00 AM (Europe/Berlin)'],
    ])
  })

  test('a changed text word by word; alone where retention took the other', () => {
    const edited = (before: object, after: object) =>
      seriesEventLines(
        { id: '1', kind: 'edited', detail: { before, after }, actorId: null, client: 'web', at_ms: 0 },
        style,
        { nameOf: String, shown: (text) => text },
      )
    expect(edited({ ...daily, text: 'at nine' }, { ...daily, text: 'at ten' })[0]?.diff).toEqual([
      { kind: 'same', text: 'at ' },
      { kind: 'gone', text: 'nine' },
      { kind: 'new', text: 'ten' },
    ])
    const { text: _, ...blanked } = daily
    expect(edited(blanked, daily)).toEqual([{ label: 'After', text: 'a', isText: true }])
    expect(edited(daily, blanked)).toEqual([{ label: 'Before', text: 'a', isText: true }])
  })

  test('conditions, as they were and as they are; none of them is said where some were taken away', () => {
    const guards = { unlessReplied: true, holdIfArchived: false, skipIfAway: false }
    const tied = { ...daily, guards, lateBy_s: 60 }
    expect(lines('created', tied).at(-1)).toEqual(['Conditions', 'At most 1 min late; Only if nobody has replied'])
    expect(lines('edited', { before: tied, after: daily })).toEqual([
      ['Conditions before', 'At most 1 min late; Only if nobody has replied'],
      ['Conditions after', 'none'],
    ])
  })

  test('where one ends and another goes on, each side says so', () => {
    const ended = { ...daily, rule: 'FREQ=DAILY;UNTIL=20261214' }
    expect(lines('split', { from: '2026-12-15', goesOnAs: '1', before: daily, after: ended })).toEqual([
      ['Goes on', 'as another repeating message from Tue, Dec 15, 2026 on'],
      ['From', 'Every day at 9:00 AM (Europe/Berlin)'],
      ['To', 'Every day at 9:00 AM, until December 14, 2026 (Europe/Berlin)'],
    ])
    expect(lines('created', { ...daily, from: '2026-12-15', splitFrom: '1' })[0]).toEqual([
      ...['Goes on', 'where another ends, from Tue, Dec 15, 2026 on'],
    ])
  })

  test('what was skipped, missed and handed over; nothing where retention blanked it', () => {
    expect(lines('skipped', { sendAt: 1796716800 })).toEqual([['Would have been sent', 'Tue, Dec 8 at 9:00:00 AM CET']])
    expect(lines('missed', { count: 19, first: 1, last: 1796716800 })).toEqual([
      ['Occurrences', '19, the last on Tue, Dec 8 at 9:00:00 AM CET'],
    ])
    expect(lines('handed_over', { from: '1', to: '2' })).toEqual([['From', 'name 1 to name 2']])
    expect(lines('edited', null)).toEqual([])
  })
})
