import type { ConversationDetails } from '#server/usecases/conversations/conversation-details.ts'
import type { Answer, SlackCall } from './method.ts'
import { publicConversationId, publicMemberId, publicWorkspaceId } from './public-ids.ts'

/** A conversation as programs see it. @param members how many are in it, where that was asked for */
export function channelObject({ actor }: SlackCall, details: ConversationDetails, members?: number): Answer {
  const common = {
    id: publicConversationId(details.id, details.kind),
    created: Math.floor(details.createdMs / 1000),
    is_archived: details.archived,
    is_im: details.kind === 'direct',
    is_mpim: false,
    is_org_shared: false,
    context_team_id: publicWorkspaceId(actor.workspaceId),
    ...(members === undefined ? {} : { num_members: members }),
  }
  if (details.kind === 'direct') {
    const other = details.memberIds.find((id) => id !== actor.memberId) ?? actor.memberId
    return { ...common, user: publicMemberId(other), is_user_deleted: false, priority: 0 }
  }
  return {
    ...common,
    name: details.name,
    name_normalized: details.name,
    is_channel: details.kind === 'public',
    is_group: details.kind === 'private',
    is_private: details.kind === 'private',
    is_general: details.isGeneral,
    is_member: details.isMember,
    is_shared: false,
    is_ext_shared: false,
    unlinked: 0,
    creator: publicMemberId(details.createdBy),
    topic: { value: details.topic, creator: '', last_set: 0 },
    purpose: { value: details.purpose ?? '', creator: '', last_set: 0 },
    previous_names: [],
  }
}
