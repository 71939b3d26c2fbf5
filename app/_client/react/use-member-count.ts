'use client'
import { useEffect, useState } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { useWorkspaceClient } from './client-context.ts'
import { useLive } from './use-live.ts'

/** How many are in a conversation: asked once for each copy of it, then kept by what its copy hears. */
export function useMemberCount(conversationId: ConversationId): number | undefined {
  const { engine } = useWorkspaceClient()
  const name = useLive(
    async (db) => {
      const cursor = await db.cursors.get(conversationId)
      return cursor && `${cursor.epoch}:${cursor.startSeq}`
    },
    [conversationId],
  )
  // Apart from the cursor, which moves with every message: thousands of rows are read only when one of them changes.
  const members = useLive(
    async (db) => {
      const rows = await db.memberships
        .where('[conversationId+memberId]')
        .between([conversationId, ''], [conversationId, '\uffff'])
        .toArray()
      return rows.filter(({ active }) => active).length
    },
    [conversationId],
  )
  const [asked, setAsked] = useState<string | null>(null)
  useEffect(() => {
    if (!engine || name === undefined) return
    // Not reached: the button shows no number until the conversation is opened again.
    engine.loadRoster(conversationId).then(() => setAsked(name), ignore)
  }, [engine, conversationId, name])
  return name !== undefined && asked === name ? members : undefined
}

function ignore(): void {}
