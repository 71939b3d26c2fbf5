import { z } from 'zod'
import type { MemberId } from '#server/domain/ids.ts'
import type { ConversationDetails } from '#server/usecases/conversations/conversation-details.ts'
import { findDirect, openDirect } from '#server/usecases/conversations/open-direct.ts'
import { loadWorkspaceMember } from '#server/usecases/members/list-members.ts'
import { flagArgument, listArgument, textArgument } from '../arguments.ts'
import { channelObject } from '../channel-object.ts'
import { findConversation, unknownChannel } from '../find-conversation.ts'
import { defineMethod, type Answer, type SlackCall } from '../method.ts'
import { publicConversationId, readPublicId } from '../public-ids.ts'
import { SlackError, wrongArgument } from '../slack-error.ts'

const input = z.object({
  channel: textArgument.optional(),
  users: listArgument.optional(),
  return_im: flagArgument.default(false),
  prevent_creation: flagArgument.default(false),
})

/** The direct conversation with one person, or the one of an id again. */
export const conversationsOpen = defineMethod({
  name: 'conversations.open',
  scopes: ['im:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'change',
  input,
  errors: { not_found: 'user_not_found', not_allowed: 'user_disabled' },
  run: async (call, { channel, users = [], return_im, prevent_creation }) => {
    if (channel !== undefined) {
      const found = await findConversation(call, channel)
      if (found.kind !== 'direct') throw new SlackError('method_not_supported_for_channel_type')
      return answer(call, found, true, return_im)
    }
    const memberId = await findOther(call, users)
    const existing = await findDirect(call.host.resources, call.actor, memberId)
    if (!existing && prevent_creation) throw unknownChannel('channel_not_found', users.join(','))
    const opened = existing ?? (await openDirect(call.host.resources, call.actor, memberId))
    const memberIds = [...new Set([call.actor.memberId, memberId])]
    return answer(
      call,
      {
        ...opened,
        archived: false,
        isMember: true,
        isGeneral: false,
        memberIds,
        createdBy: call.actor.memberId,
        createdMs: Date.now(),
      },
      existing !== null,
      return_im,
    )
  },
})

/** The one person beside the caller; the caller alone for a conversation with oneself. */
async function findOther({ host, actor }: SlackCall, users: readonly string[]): Promise<MemberId> {
  if (users.length === 0) throw new SlackError('users_list_not_supplied', ['[ERROR] missing required field: users'])
  const ids = users.map((user) => {
    const id = readPublicId<MemberId>('member', user)
    if (!id) throw wrongArgument('user_not_found', 'users', user, 'no member has this id')
    return id
  })
  const others = ids.filter((id) => id !== actor.memberId)
  if (others.length > 1)
    throw wrongArgument('too_many_users', 'users', users.join(','), 'a direct conversation is with one person')
  const other = others[0] ?? actor.memberId
  const member = await loadWorkspaceMember(host.resources, actor, other)
  if (!member) throw wrongArgument('user_not_found', 'users', users.join(','), 'no member has this id')
  if (member.deactivated) throw new SlackError('user_disabled')
  return other
}

function answer(call: SlackCall, details: ConversationDetails, existed: boolean, full: boolean): Answer {
  return {
    ...(existed ? { no_op: true, already_open: true } : {}),
    channel: full ? channelObject(call, details) : { id: publicConversationId(details.id, details.kind) },
  }
}
