'use client'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { useWorkspaceClient } from './client-context.ts'
import {
  keepSame,
  NEWEST,
  newerWindow,
  olderWindow,
  readTimeline,
  type Timeline,
  type TimelineEntry,
  type TimelineWindow,
} from './timeline-window.ts'
import { useLive } from './use-live.ts'

const NOTHING: TimelineEntry[] = []

/** The newest messages of a conversation, and others as one scrolls. Keeps it up to date while mounted. */
export function useMessages(conversationId: ConversationId) {
  const { engine, memberId } = useWorkspaceClient()
  const [window, setWindow] = useState(NEWEST)
  const [fetching, setFetching] = useState(false)
  const [missed, setMissed] = useState(false)
  useEffect(() => engine?.showConversation(conversationId), [engine, conversationId])
  const known = useRef<Timeline & { window: TimelineWindow }>(undefined)
  const timeline = useLive(
    async (db) =>
      (known.current = keepSame(
        { ...(await readTimeline(db, conversationId, memberId, window)), window },
        known.current,
      )),
    [conversationId, memberId, window],
  )
  const latest = useRef<Timeline | undefined>(timeline)
  latest.current = timeline
  const { moreHere = false, moreThere = false, copied = false } = timeline ?? {}
  // Between asking for another part and its being read, nothing more is asked for.
  const settled = timeline?.window === window

  const grow = useCallback(() => {
    const { current } = latest
    if (current) setWindow((shown) => olderWindow(shown, current))
  }, [])
  const loadOlder = useCallback(() => {
    if (!settled) return
    if (moreHere) return grow()
    if (!engine || !moreThere) return
    setFetching(true)
    setMissed(false)
    void engine
      .loadEarlier(conversationId)
      .then(grow, () => setMissed(true))
      .finally(() => setFetching(false))
  }, [engine, conversationId, moreHere, moreThere, settled, grow])
  const loadNewer = useCallback(() => {
    const { current } = latest
    if (settled && current) setWindow((shown) => newerWindow(shown, current))
  }, [settled])
  const showNewest = useCallback(() => setWindow(NEWEST), [])

  return {
    messages: timeline?.entries ?? NOTHING,
    more: copied && (moreHere || moreThere),
    /** The newest message is among them. */
    atNewest: (timeline?.window ?? window).end === null,
    loading: !copied || fetching,
    /** What was asked for last did not come; what is here stays. */
    missed,
    loadOlder,
    loadNewer,
    showNewest,
  }
}
