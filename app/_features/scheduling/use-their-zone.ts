'use client'
import type { ConversationId } from '#server/domain/ids.ts'
import type { ZoneId } from '#server/domain/time/units.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { useConversations, useMembers } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'

/** The zone of the other person of a direct conversation: "their time". */
export function useTheirZone(conversationId: ConversationId): ZoneId | undefined {
  const { me } = useWorkspace()
  const members = useMembers()
  const here = useConversations()?.find(({ conversation }) => conversation.id === conversationId)
  const other = here?.memberIds.find((id) => id !== me.memberId)
  const zone = other && members?.get(other)?.zone
  return zone ? parseZone(zone) : undefined
}
