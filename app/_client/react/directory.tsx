'use client'
import { createContext, use, useMemo, useRef, type ReactNode } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import type { ConversationView } from '#server/protocol/frame.ts'
import { countUnread } from '../store/count-unread.ts'
import type { Database } from '../store/database.ts'
import { isSame } from '../store/is-same.ts'
import type { ConversationRow, MemberRow } from '../store/rows.ts'
import { loadedKey } from '../sync/refresher.ts'
import { useWorkspaceClient } from './client-context.ts'
import { useLive } from './use-live.ts'

export type MyConversation = {
  conversation: ConversationView
  /** Of a direct conversation; empty elsewhere. */
  memberIds: MemberId[]
  readSeq: number
  /** +1 whenever the reader marked something unread. */
  readTurn: number
  /** Messages of others since then. */
  unread: number
  /** Of what was said since, what names the reader or everyone, in threads too. */
  mentions: number
}

type Members = Map<MemberId, MemberRow>
// Two, so that a message that comes does not draw anew what shows only names.
const ConversationsContext = createContext<MyConversation[] | undefined>(undefined)
const MembersContext = createContext<Members | undefined>(undefined)

/**
 * Conversations and people, read once for all who show them: hundreds of rows that each asked the store for thousands
 * of names kept it busy for minutes.
 */
export const DirectoryProvider = ({ children }: { children: ReactNode }) => (
  <ConversationsContext value={useLiveConversations()}>
    <MembersContext value={useLiveMembers()}>{children}</MembersContext>
  </ConversationsContext>
)

/** One's conversations; undefined until they were fetched for the first time. */
export const useConversations = (): MyConversation[] | undefined => use(ConversationsContext)

/** Everyone of the workspace by id; undefined until they were fetched for the first time. */
export const useMembers = (): Members | undefined => use(MembersContext)

function useLiveConversations(): MyConversation[] | undefined {
  const { memberId } = useWorkspaceClient()
  const known = useRef<MyConversation[]>(undefined)
  return useLive(
    async (db) => {
      const read = await readConversations(db, memberId)
      // Most of what changes in a conversation is not shown in a list of them.
      if (!isSame(read, known.current)) known.current = read
      return known.current
    },
    [memberId],
  )
}

const readConversations = (db: Database, me: MemberId): Promise<MyConversation[] | undefined> =>
  db.transaction('r', [db.conversations, db.cursors, db.messages, db.meta], async () => {
    const rows = await db.conversations.toArray()
    if (rows.length === 0 && !(await db.meta.get(loadedKey('conversations')))) return undefined
    return Promise.all(
      rows.map(async (row) => {
        const { messages, mentions } = await countUnread(db, row, me)
        return { ...splitRow(row), unread: messages, mentions }
      }),
    )
  })

function splitRow({
  memberIds,
  readSeq,
  readTurn = 0,
  epoch: _e,
  lastSeq: _l,
  lastMessageSeq: _m,
  listedUnread: _u,
  ...conversation
}: ConversationRow) {
  return { conversation, memberIds, readSeq, readTurn }
}

function useLiveMembers(): Members | undefined {
  const rows = useLive((db) => db.members.toArray(), [])
  return useMemo(() => (rows?.length ? new Map(rows.map((row) => [row.id, row])) : undefined), [rows])
}
