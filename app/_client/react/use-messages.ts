'use client'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
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
  /** What is to be read; set before older messages are written, so that these are read once, with the window they fill. */
  const wanted = useRef(NEWEST)
  const [asked, ask] = useReducer((times: number) => times + 1, 0)
  const [fetching, setFetching] = useState(false)
  const [missed, setMissed] = useState(false)
  useEffect(() => engine?.showConversation(conversationId), [engine, conversationId])
  const known = useRef<Timeline & { window: TimelineWindow }>(undefined)
  const timeline = useLive(
    async (db) => {
      const window = wanted.current
      return (known.current = keepSame(
        { ...(await readTimeline(db, conversationId, memberId, window)), window },
        known.current,
      ))
    },
    [conversationId, memberId, asked],
  )
  const { moreHere = false, moreThere = false, copied = false } = timeline ?? {}

  const move = useCallback((next: TimelineWindow) => {
    if (next === wanted.current) return
    wanted.current = next
    ask()
  }, [])
  const loadOlder = useCallback(() => {
    // Between asking for another part and its being read, nothing more is asked for.
    if (!timeline || timeline.window !== wanted.current) return
    const older = olderWindow(timeline.window, timeline)
    if (timeline.moreHere) return move(older)
    if (!engine || !timeline.moreThere) return
    wanted.current = older
    setFetching(true)
    setMissed(false)
    // What is written is read by itself.
    void engine
      .loadEarlier(conversationId)
      .then(
        (more) => more || ask(),
        () => {
          wanted.current = timeline.window
          setMissed(true)
        },
      )
      .finally(() => setFetching(false))
  }, [engine, conversationId, timeline, move])
  const loadNewer = useCallback(() => {
    if (timeline?.window === wanted.current) move(newerWindow(timeline.window, timeline))
  }, [timeline, move])
  const showNewest = useCallback(() => move(NEWEST), [move])

  return {
    messages: timeline?.entries ?? NOTHING,
    more: copied && (moreHere || moreThere),
    /** The newest message is among them. */
    atNewest: (timeline?.window ?? NEWEST).end === null,
    loading: !copied || fetching,
    /** What was asked for last did not come; what is here stays. */
    missed,
    loadOlder,
    loadNewer,
    showNewest,
  }
}
