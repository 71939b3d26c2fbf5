'use client'
import { useCallback, useEffect, useState } from 'react'
import type { ConversationId, MemberId, MessageId } from '#server/domain/ids.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import type { Database } from '../store/database.ts'
import type { UnsentRow } from '../store/rows.ts'
import { errorWords } from '../words.ts'
import { useWorkspaceClient } from './provider.tsx'
import { useLive } from './use-live.ts'

/** A message as a timeline shows it: there, on its way, or refused with the reason in plain words. */
export type TimelineEntry = MessageView & { delivery: 'sent' | 'pending' | 'failed'; refusal: string | null }

type Timeline = { entries: TimelineEntry[]; copied: boolean; moreHere: boolean; moreThere: boolean }

const WINDOW = 100
const STEP = 100
const NOTHING: TimelineEntry[] = []

/** The newest messages of a conversation, and older ones as one scrolls back. Keeps it up to date while mounted. */
export function useMessages(conversationId: ConversationId) {
  const { engine, memberId } = useWorkspaceClient()
  const [size, setSize] = useState(WINDOW)
  const [fetching, setFetching] = useState(false)
  useEffect(() => engine?.showConversation(conversationId), [engine, conversationId])
  const timeline = useLive((db) => readTimeline(db, conversationId, memberId, size), [conversationId, memberId, size])
  const { moreHere = false, moreThere = false, copied = false } = timeline ?? {}

  const loadOlder = useCallback(() => {
    if (moreHere) return setSize((shown) => shown + STEP)
    if (!engine || !moreThere) return
    setFetching(true)
    // Not reached: what is here stays, and the next scroll asks again.
    void engine
      .loadEarlier(conversationId)
      .then(() => setSize((shown) => shown + STEP), ignore)
      .finally(() => setFetching(false))
  }, [engine, conversationId, moreHere, moreThere])

  return {
    messages: timeline?.entries ?? NOTHING,
    more: copied && (moreHere || moreThere),
    loading: !copied || fetching,
    loadOlder,
  }
}

/** One reading of all it needs, so that a message is never there twice or missing between unsent and sent (K105). */
function readTimeline(db: Database, id: ConversationId, me: MemberId, size: number): Promise<Timeline> {
  return db.transaction('r', [db.messages, db.cursors, db.unsent], async () => {
    const newest = await db.messages
      .where('[conversationId+seq]')
      .between([id, 0], [id, Infinity])
      .reverse()
      .limit(size + 1)
      .toArray()
    const cursor = await db.cursors.get(id)
    const unsent = await db.unsent.where('[conversationId+position]').between([id, 0], [id, Infinity]).toArray()
    const sent = newest.slice(0, size).toReversed()
    const lastSeq = sent.at(-1)?.seq ?? 0
    return {
      entries: [
        ...sent.map(({ conversationId: _, ...message }) => ({ ...message, delivery: 'sent' as const, refusal: null })),
        ...unsent.map((row) => entryOf(row, me, lastSeq)),
      ],
      copied: cursor !== undefined,
      moreHere: newest.length > size,
      moreThere: cursor !== undefined && cursor.floorSeq > 0,
    }
  })
}

/** It has no id and no number yet: it stands behind everything that has. */
function entryOf(row: UnsentRow, me: MemberId, lastSeq: number): TimelineEntry {
  return {
    id: row.clientToken as MessageId,
    seq: lastSeq,
    authorId: me,
    threadRootId: row.threadRootId,
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
    refusal: row.errorCode ? errorWords(row.errorCode) : null,
  }
}

function ignore(): void {}
