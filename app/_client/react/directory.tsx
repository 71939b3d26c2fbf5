'use client'
import { createContext, use, useMemo, type ReactNode } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import type { ConversationView } from '#server/protocol/frame.ts'
import { countUnread } from '../store/count-unread.ts'
import type { ConversationRow, MemberRow } from '../store/rows.ts'
import { loadedKey } from '../sync/refresher.ts'
import { useWorkspaceClient } from './client-context.ts'
import { useLive } from './use-live.ts'

export type MyConversation = {
  conversation: ConversationView
  /** Of a direct conversation; empty elsewhere. */
  memberIds: MemberId[]
  readSeq: number
  /** Messages of others since then. */
  unread: number
}

type Directory = {
  conversations: MyConversation[] | undefined
  members: Map<MemberId, MemberRow> | undefined
}
const DirectoryContext = createContext<Directory | null>(null)

/**
 * Conversations and people, read once for all who show them: hundreds of rows that each asked the store for thousands
 * of names kept it busy for minutes.
 */
export function DirectoryProvider({ children }: { children: ReactNode }) {
  const conversations = useLiveConversations()
  const members = useLiveMembers()
  const directory = useMemo(() => ({ conversations, members }), [conversations, members])
  return <DirectoryContext value={directory}>{children}</DirectoryContext>
}

function useDirectory(): Directory {
  const directory = use(DirectoryContext)
  if (!directory) throw new Error('this needs a WorkspaceClientProvider above it')
  return directory
}

/** One's conversations; undefined until they were fetched for the first time. */
export const useConversations = (): MyConversation[] | undefined => useDirectory().conversations

/** Everyone of the workspace by id; undefined until they were fetched for the first time. */
export const useMembers = (): Map<MemberId, MemberRow> | undefined => useDirectory().members

function useLiveConversations(): MyConversation[] | undefined {
  const { memberId } = useWorkspaceClient()
  return useLive(
    (db) =>
      db.transaction('r', [db.conversations, db.cursors, db.messages, db.meta], async () => {
        const rows = await db.conversations.toArray()
        if (rows.length === 0 && !(await db.meta.get(loadedKey('conversations')))) return undefined
        return Promise.all(
          rows.map(async (row) => ({ ...splitRow(row), unread: await countUnread(db, row, memberId) })),
        )
      }),
    [memberId],
  )
}

function splitRow({
  memberIds,
  readSeq,
  epoch: _e,
  lastSeq: _l,
  lastMessageSeq: _m,
  listedUnread: _u,
  ...conversation
}: ConversationRow) {
  return { conversation, memberIds, readSeq }
}

function useLiveMembers(): Map<MemberId, MemberRow> | undefined {
  const rows = useLive((db) => db.members.toArray(), [])
  return useMemo(() => (rows?.length ? new Map(rows.map((row) => [row.id, row])) : undefined), [rows])
}
