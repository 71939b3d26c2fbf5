'use client'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { trpc } from '../trpc.ts'
import { failureWords } from '../words.ts'
import { useWorkspaceClient } from './client-context.ts'
import { entryOfSent, entryOfUnsent, type TimelineEntry } from './timeline-window.ts'
import { useLive } from './use-live.ts'
import { useWorkspace } from './workspace-info.tsx'

const PAGE = 50

type Fetched = { root: MessageView | null; replies: Map<MessageId, MessageView>; more: boolean }
const NOTHING: Fetched = { root: null, replies: new Map(), more: false }

/**
 * A thread: what the device has of it, live, and what it has not, from the server. Of a message known twice the newer
 * state counts. What is not on the device is asked for again when the thread has changed.
 */
export function useThread(conversationId: ConversationId, rootId: MessageId) {
  const { workspaceId } = useWorkspace()
  const { memberId } = useWorkspaceClient()
  const [fetched, setFetched] = useState(NOTHING)
  const [failure, setFailure] = useState<string | null>(null)
  const [loading, setLoading] = useState(false)
  const here = useLive(
    (db) =>
      db.transaction('r', [db.messages, db.unsent, db.cursors], async () => {
        const root = await db.messages.where('id').equals(rootId).first()
        const of = (row: { threadRootId: MessageId | null }) => row.threadRootId === rootId
        const replies = await db.messages
          .where('[conversationId+seq]')
          .between([conversationId, root?.seq ?? 0], [conversationId, Infinity])
          .and(of)
          .toArray()
        const unsent = await db.unsent
          .where('[conversationId+position]')
          .between([conversationId, 0], [conversationId, Infinity])
          .and(of)
          .toArray()
        return { root, replies, unsent, floorSeq: (await db.cursors.get(conversationId))?.floorSeq ?? 0 }
      }),
    [conversationId, rootId],
  )

  const load = useCallback(
    async (beforeSeq?: number) => {
      setLoading(true)
      try {
        const question = { workspaceId, conversationId, rootId, limit: PAGE }
        const page = await trpc.messages.thread.query(beforeSeq === undefined ? question : { ...question, beforeSeq })
        setFetched((before) => ({
          root: page.root,
          replies: new Map([...before.replies, ...page.replies.map((reply) => [reply.id, reply] as const)]),
          more: beforeSeq === undefined && before.replies.size > PAGE ? before.more : page.more,
        }))
        setFailure(null)
      } catch (error) {
        setFailure(failureWords(error))
      } finally {
        setLoading(false)
      }
    },
    [workspaceId, conversationId, rootId],
  )
  const root = newer(here?.root, fetched.root)
  // Only where something of it is not on the device can a change pass it by.
  const stamp = root && here && root.seq < here.floorSeq ? root.changedSeq : 0
  useEffect(() => void load(), [load, stamp])

  const entries = useMemo(() => {
    if (!root || !here) return []
    const all = new Map<MessageId, MessageView>(fetched.replies)
    for (const { conversationId: _, ...reply } of here.replies)
      all.set(reply.id, newer(reply, all.get(reply.id)) ?? reply)
    const sent = [root, ...[...all.values()].toSorted((a, b) => a.seq - b.seq)]
    const tokens = new Set(sent.map(({ authorId, clientToken }) => authorId === memberId && clientToken))
    const unsent = here.unsent.filter(({ clientToken }) => !tokens.has(clientToken))
    return [
      ...sent.map((message): TimelineEntry => entryOfSent({ ...message, conversationId })),
      ...unsent.map((row) => entryOfUnsent(row, memberId, sent.at(-1)?.seq ?? 0)),
    ]
  }, [root, here, fetched, memberId, conversationId])
  const oldest = entries[1]?.delivery === 'sent' ? entries[1].seq : undefined
  return {
    entries,
    /** There are older replies that were not fetched yet. */
    more: fetched.more,
    loadOlder: useCallback(() => void load(oldest), [load, oldest]),
    retry: useCallback(() => void load(), [load]),
    loading,
    failure,
  }
}

function newer<T extends MessageView>(one: T | null | undefined, other: T | MessageView | null | undefined) {
  if (!one) return other ?? null
  return other && other.changedSeq > one.changedSeq ? other : one
}
