'use client'
/** The store as pages read it, and what they can do. Reading is live; writing goes through the engine. */
import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import type { NoticeView, ScheduledView } from '#server/protocol/scheduled-view.ts'
import { draftKey, type UnsentChange, type WritingPlace } from '../store/rows.ts'
import { loadedKey } from '../sync/refresher.ts'
import type { ConnectionState } from '../sync/sync-state.ts'
import { useWorkspaceClient } from './client-context.ts'
import { useLive } from './use-live.ts'

export { useConversations, useMembers } from './directory.tsx'
export { useMessages } from './use-messages.ts'

/** One's scheduled messages, in every state; undefined until they were fetched for the first time. */
export function useScheduled(): ScheduledView[] | undefined {
  return useLive(async (db) => {
    const rows = await db.scheduled.toArray()
    return rows.length > 0 || (await db.meta.get(loadedKey('scheduled'))) ? rows : undefined
  }, [])
}

const NO_NOTICES: NoticeView[] = []
const NO_FILES: AttachedFile[] = []

export function useNotices(): { notices: NoticeView[]; markSeen: (ids: readonly string[]) => void } {
  const { ready } = useWorkspaceClient()
  const notices = useLive((db) => db.notices.toArray(), []) ?? NO_NOTICES
  // Not reached: the notice comes back with the next list, which is what one wants of a notice.
  const markSeen = useCallback(
    (ids: readonly string[]) => void ready.then((engine) => engine.markNoticesSeen(ids)).catch(ignore),
    [ready],
  )
  return { notices, markSeen }
}

/** A key's frame is drawn by then: the store would make its task twice as long. */
const DRAFT_AFTER_MS = 50

/** What is being written in a conversation: kept right after every key, there again after a reload. */
export function useDraft(conversationId: ConversationId, place: WritingPlace | null = null) {
  const { ready } = useWorkspaceClient()
  const key = draftKey(conversationId, place)
  const stored = useLive(async (db) => (await db.drafts.get(key)) ?? null, [key])
  // What is on screen never waits for the store: its answers may be a key behind.
  const [typed, setTyped] = useState<{ key: string; text: string } | null>(null)
  const text = typed?.key === key ? typed.text : (stored?.text ?? '')
  const keeping = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Sent: until the store says so too, they are not there any more.
  const [sent, setSent] = useState<readonly AttachedFile[]>(NO_FILES)
  const kept = (stored?.key === key && stored.files) || NO_FILES
  const files = useMemo(() => kept.filter(({ id }) => !sent.some((file) => file.id === id)), [kept, sent])
  const setText = useCallback(
    (next: string) => {
      setTyped({ key, text: next })
      // One at a time: what was just sent must not be kept after all.
      clearTimeout(keeping.current)
      keeping.current = setTimeout(
        () => void ready.then((engine) => engine.setDraft(conversationId, next, place)),
        DRAFT_AFTER_MS,
      )
    },
    [ready, key, conversationId, place],
  )
  const setFiles = useCallback(
    (change: (files: AttachedFile[]) => AttachedFile[]) =>
      void ready.then((engine) => engine.setDraftFiles(conversationId, change, place)),
    [ready, conversationId, place],
  )
  // At once: what was sent or put elsewhere must not be there again after a reload.
  const clear = useCallback(() => {
    setTyped({ key, text: '' })
    clearTimeout(keeping.current)
    void ready.then((engine) => engine.setDraft(conversationId, '', place))
    if (files.length === 0) return
    setSent(files)
    setFiles(() => NO_FILES)
  }, [ready, key, conversationId, place, setFiles, files])
  const restore = useCallback(
    (next: string, back?: readonly AttachedFile[]) => {
      setText(next)
      if (!back?.length) return
      setSent(NO_FILES)
      setFiles(() => [...back])
    },
    [setText, setFiles],
  )
  return { text, setText, files, setFiles, clear, restore }
}

/** Sends what was written, and deals with what was refused. */
export function useSend() {
  const { ready } = useWorkspaceClient()
  return useMemo(
    () => ({
      send: (
        conversationId: ConversationId,
        text: string,
        files: readonly AttachedFile[] = NO_FILES,
        reply?: { threadRootId: MessageId; alsoInChannel: boolean },
      ) => void ready.then((engine) => engine.send({ conversationId, text, files, ...reply })),
      retry: (clientToken: string, changed?: UnsentChange) =>
        void ready.then((engine) => engine.retryUnsent(clientToken, changed)),
      discard: (clientToken: string) => void ready.then((engine) => engine.deleteUnsent(clientToken)),
    }),
    [ready],
  )
}

/** Tells how far a conversation was read. */
export function useReadMarks(): (conversationId: ConversationId, seq: number) => void {
  const { ready } = useWorkspaceClient()
  return useCallback(
    (conversationId, seq) => void ready.then((engine) => engine.markRead(conversationId, seq)),
    [ready],
  )
}

/** Everything above a number is unread again. Fails where the server cannot be asked. */
export function useMarkUnread(): (conversationId: ConversationId, seq: number) => Promise<void> {
  const { ready } = useWorkspaceClient()
  return useCallback((conversationId, seq) => ready.then((engine) => engine.markUnread(conversationId, seq)), [ready])
}

/** After one's own change: `show` puts its result into the store, `refresh` asks for all of one's scheduled messages and notices. */
export function useScheduledSync(): { show: (changed: ScheduledView) => Promise<void>; refresh: () => Promise<void> } {
  const { ready } = useWorkspaceClient()
  return useMemo(
    () => ({
      show: async (changed) => (await ready).showScheduled(changed),
      refresh: async () => (await ready).refresh(['scheduled', 'notices']),
    }),
    [ready],
  )
}

/** Asks for conversations and people again, after one's own change; resolves when they are in the store. */
export function useDirectorySync(): () => Promise<void> {
  const { ready } = useWorkspaceClient()
  return useCallback(async () => (await ready).refresh(['memberships', 'directory']), [ready])
}

export function useConnection(): ConnectionState {
  const { engine } = useWorkspaceClient()
  const subscribe = useCallback((listener: () => void) => engine?.state.subscribe(listener) ?? ignore, [engine])
  return useSyncExternalStore(
    subscribe,
    () => engine?.state.get().connection ?? 'reconnecting',
    () => 'reconnecting',
  )
}

function ignore(): void {}
