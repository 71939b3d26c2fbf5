/**
 * The part of a conversation that a timeline holds: it grows as one scrolls back, and past a length it moves instead,
 * so that the fifty-thousandth message costs what the hundredth does.
 */
import type { ErrorCode, ErrorFacts } from '#server/domain/errors.ts'
import type { ConversationId, MemberId, MessageId } from '#server/domain/ids.ts'
import { standsInChannel } from '#server/domain/message/thread.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import type { Database } from '../store/database.ts'
import type { MessageRow, UnsentRow } from '../store/rows.ts'

/** A message as a timeline shows it: there, on its way, or refused and why. */
export type TimelineEntry = MessageView & { delivery: 'sent' | 'pending' | 'failed'; refusal: Refusal | null }
/** Why the server will never take it as it is. */
export type Refusal = { code: ErrorCode; facts?: ErrorFacts | undefined }

/** `end`: the number of its newest message; null while that is the newest there is. */
export type TimelineWindow = { size: number; end: number | null }

export type Timeline = {
  entries: TimelineEntry[]
  copied: boolean
  moreHere: boolean
  moreThere: boolean
  /** Where the window goes when one scrolls forward: null is back at the newest. */
  nextEnd: number | null
  /** Where a full window of the largest size goes when one scrolls back; null: not full, what is fetched fits in. */
  olderEnd: number | null
}

const STEP = 80
const MOST = 320
export const NEWEST: TimelineWindow = { size: STEP, end: null }

/** Always another object, also where its bounds stay: so that it can be told whether it has been read since. */
export function olderWindow(window: TimelineWindow, { olderEnd }: Pick<Timeline, 'olderEnd'>): TimelineWindow {
  if (window.size < MOST) return { ...window, size: window.size + STEP }
  return { size: MOST, end: olderEnd ?? window.end }
}

export const newerWindow = (window: TimelineWindow, { nextEnd }: Pick<Timeline, 'nextEnd'>): TimelineWindow =>
  window.end === null ? window : { size: MOST, end: nextEnd }

/** One reading of all it needs, so that a message is never there twice or missing between unsent and sent (K105). */
export function readTimeline(
  db: Database,
  id: ConversationId,
  me: MemberId,
  window: TimelineWindow,
): Promise<Timeline> {
  return db.transaction('r', [db.messages, db.cursors, db.unsent], async () => {
    const rows = (from: number, to: number) =>
      db.messages.where('[conversationId+seq]').between([id, from], [id, to], true, true)
    const end = window.end ?? Infinity
    // One hop to the edge and a step of rows at a time: a cursor takes ten times as long, and all at once hold a frame up.
    const beyond = await rows(0, end).reverse().offset(window.size).first()
    const sent: MessageRow[] = []
    for (let from = beyond ? beyond.seq + 1 : 0, whole = true; whole && sent.length < window.size;) {
      const part = await rows(from, end).limit(STEP).toArray()
      sent.push(...part)
      whole = part.length === STEP
      from = (part.at(-1)?.seq ?? from) + 1
    }
    const cursor = await db.cursors.get(id)
    const newer =
      window.end === null
        ? []
        : await rows(window.end + 1, Infinity)
            .limit(STEP + 1)
            .primaryKeys()
    const unsent =
      window.end === null
        ? await db.unsent.where('[conversationId+position]').between([id, 0], [id, Infinity]).toArray()
        : []
    const lastSeq = sent.at(-1)?.seq ?? 0
    return {
      entries: [...sent.map(entryOfSent), ...unsent.map((row) => entryOfUnsent(row, me, lastSeq))].filter(
        standsInChannel,
      ),
      copied: cursor !== undefined,
      moreHere: beyond !== undefined,
      moreThere: cursor !== undefined && cursor.floorSeq > 0,
      olderEnd: sent.length < window.size ? null : (sent.at(-1 - STEP)?.seq ?? null),
      nextEnd: newer.length > STEP ? (newer[STEP - 1]?.[1] ?? null) : null,
    }
  })
}

export const entryOfSent = ({ conversationId: _, ...message }: MessageRow): TimelineEntry => ({
  ...message,
  delivery: 'sent',
  refusal: null,
})

/** It has no id and no number yet: it stands behind everything that has. */
export function entryOfUnsent(row: UnsentRow, me: MemberId, lastSeq: number): TimelineEntry {
  return {
    id: row.clientToken as MessageId,
    seq: lastSeq,
    authorId: me,
    threadRootId: row.threadRootId,
    ...(row.alsoInChannel ? { alsoInChannel: true } : {}),
    origin: 'typed',
    text: row.text,
    payload: row.payload,
    tsUs: String(row.createdMs * 1000),
    createdMs: row.createdMs,
    sendAt: null,
    clientToken: row.clientToken,
    changedSeq: lastSeq,
    editedMs: null,
    deletedMs: null,
    delivery: row.state === 'failed' ? 'failed' : 'pending',
    refusal: row.errorCode && { code: row.errorCode, facts: row.errorFacts },
  }
}

/** The same objects for what has not changed, and the same whole where nothing has: a page draws anew only what has. */
export function keepSame<T extends Timeline>(read: T, before: T | undefined): T {
  if (!before) return read
  const known = new Map(before.entries.map((entry) => [entry.id, entry]))
  const entries = read.entries.map((entry) => {
    const old = known.get(entry.id)
    return old && old.changedSeq === entry.changedSeq && old.delivery === 'sent' && entry.delivery === 'sent'
      ? old
      : entry
  })
  const same = entries.length === before.entries.length && entries.every((entry, i) => entry === before.entries[i])
  const kept = { ...read, entries: same ? before.entries : entries }
  return (Object.keys(kept) as (keyof T)[]).every((key) => kept[key] === before[key]) ? before : kept
}
