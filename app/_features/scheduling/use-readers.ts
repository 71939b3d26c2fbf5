'use client'
import { useQuery } from '@tanstack/react-query'
import type { ConversationId } from '#server/domain/ids.ts'
import type { AudienceGroup } from '#server/domain/time/working-hours.ts'
import { useConversations, useMembers } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import type { MemberRow } from '#app/_client/store/rows.ts'
import { trpc } from '#app/_client/trpc.ts'

/** As long as the server keeps its answer. */
const FRESH_MS = 60_000

/** By which clocks the others here live: asked for once, weighed for each second on this side. Undefined until it is known. */
export function useAudience(conversationId: ConversationId): AudienceGroup[] | undefined {
  const { workspaceId } = useWorkspace()
  const answer = useQuery({
    queryKey: ['audience', workspaceId, conversationId],
    queryFn: () => trpc.conversations.audience.query({ workspaceId, conversationId }),
    staleTime: FRESH_MS,
    retry: 1,
  })
  return answer.data
}

/** The other one of a direct conversation; null elsewhere, in notes to oneself, and for programs. */
export function useOther(conversationId: ConversationId): MemberRow | null {
  const { me } = useWorkspace()
  const members = useMembers()
  const mine = useConversations()?.find(({ conversation }) => conversation.id === conversationId)
  if (mine?.conversation.kind !== 'direct') return null
  const id = mine.memberIds.find((each) => each !== me.memberId)
  const other = id && members?.get(id)
  return other?.kind === 'person' ? other : null
}
