import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import type { ConversationId, MemberId, MessageId } from '#server/domain/ids.ts'
import { openDatabase, type Database } from '../store/database.ts'
import { keepSame, NEWEST, newerWindow, olderWindow, readTimeline, type TimelineWindow } from './timeline-window.ts'

const ROOM = '10' as ConversationId
const ME = '7' as MemberId

async function roomWith(count: number): Promise<Database> {
  const db = openDatabase(`window-${count}`, { indexedDB: new IDBFactory(), IDBKeyRange })
  await db.messages.bulkPut(
    Array.from({ length: count }, (_, i) => ({
      conversationId: ROOM,
      id: String(i + 1) as MessageId,
      seq: i + 1,
      authorId: ME,
      threadRootId: null,
      origin: 'typed' as const,
      text: `message ${i + 1}`,
      payload: null,
      tsUs: `${i + 1}000`,
      createdMs: i + 1,
      sendAt: null,
      clientToken: null,
      changedSeq: i + 1,
      editedMs: null,
      deletedMs: null,
    })),
  )
  await db.cursors.put({ conversationId: ROOM, epoch: 1, seq: count, floorSeq: 0, startSeq: 0 })
  return db
}

test('scrolling to the first message and back shows every message, and never holds more than a few hundred', async () => {
  const db = await roomWith(1_234)
  const read = (window: TimelineWindow) => readTimeline(db, ROOM, ME, window)
  const seen = new Set<number>()
  const parts: [first: number, last: number][] = []
  const look = async (window: TimelineWindow) => {
    const timeline = await read(window)
    expect(timeline.entries.length).toBeLessThanOrEqual(320)
    const seqs = timeline.entries.map(({ seq }) => seq)
    seqs.forEach((seq, i) => expect(seq).toBe((seqs[0] ?? 0) + i))
    parts.push([seqs[0] ?? 0, seqs.at(-1) ?? 0])
    return timeline
  }
  let window = NEWEST
  let timeline = await look(window)
  while (timeline.moreHere) {
    for (const { seq } of timeline.entries) seen.add(seq)
    window = olderWindow(window, timeline)
    timeline = await look(window)
  }
  for (const { seq } of timeline.entries) seen.add(seq)
  expect(seen.size).toBe(1_234)
  expect(parts.at(-1)?.[0]).toBe(1)

  while (window.end !== null) {
    const [, last] = parts.at(-1) ?? [0, 0]
    window = newerWindow(window, timeline)
    timeline = await look(window)
    // What was at the lower edge is still there, so the reader keeps their place.
    expect(parts.at(-1)?.[0]).toBeLessThan(last)
    expect(parts.at(-1)?.[1]).toBeGreaterThan(last)
  }
  expect(parts.at(-1)?.[1]).toBe(1_234)
  db.close()
})

test('what is wanted next is told from what was read, also where its bounds are the same: nobody asks again meanwhile', () => {
  const full: TimelineWindow = { size: 320, end: null }
  expect(olderWindow(full, { olderEnd: null })).toEqual(full)
  expect(olderWindow(full, { olderEnd: null })).not.toBe(full)
})

test('replies that stand in their threads alone take nobody’s way back to the first message', async () => {
  const db = await roomWith(1_000)
  await db.messages
    .where('[conversationId+seq]')
    .between([ROOM, 1], [ROOM, 1_000])
    .modify((row) => {
      if (row.seq % 3 === 0) row.threadRootId = '1' as MessageId
    })
  const seen = new Set<number>()
  let window = NEWEST
  for (let parts = 0; parts < 100; parts++) {
    const timeline = await readTimeline(db, ROOM, ME, window)
    for (const { seq } of timeline.entries) seen.add(seq)
    if (!timeline.moreHere) break
    window = olderWindow(window, timeline)
  }
  expect(seen.size).toBe(667)
  db.close()
})

test('a window that has left the newest behind shows nothing unsent, which stands at the end', async () => {
  const db = await roomWith(500)
  await db.unsent.put({
    clientToken: 'later',
    conversationId: ROOM,
    threadRootId: null,
    text: 'on its way',
    payload: null,
    createdMs: 1,
    position: 1,
    state: 'waiting',
    attempts: 0,
    errorCode: null,
  })
  expect((await readTimeline(db, ROOM, ME, NEWEST)).entries.at(-1)?.text).toBe('on its way')
  expect((await readTimeline(db, ROOM, ME, { size: 320, end: 420 })).entries.at(-1)?.text).toBe('message 420')
  db.close()
})

test('a reading that says nothing new is the one before, and one that does keeps every message that did not change', async () => {
  const db = await roomWith(100)
  const first = await readTimeline(db, ROOM, ME, NEWEST)
  expect(keepSame(await readTimeline(db, ROOM, ME, NEWEST), first)).toBe(first)

  await db.messages.where('id').equals('90').modify({ text: 'said better', changedSeq: 101, editedMs: 5 })
  const second = keepSame(await readTimeline(db, ROOM, ME, NEWEST), first)
  expect(second).not.toBe(first)
  expect(second.entries.flatMap((entry, i) => (entry === first.entries[i] ? [] : [entry.text]))).toEqual([
    'said better',
  ])

  const older = keepSame(await readTimeline(db, ROOM, ME, { ...NEWEST, size: 90 }), second)
  expect(older.entries).toHaveLength(90)
  expect(older.entries.slice(10)).toEqual(second.entries)
  expect(older.entries.slice(10).every((entry, i) => entry === second.entries[i])).toBe(true)
  db.close()
})
