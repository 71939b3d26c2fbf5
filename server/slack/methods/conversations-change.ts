/** What a conversation is called and about, whether it is open, and who leaves it. */
import { z } from 'zod'
import type { MemberId } from '#server/domain/ids.ts'
import { leaveConversation, removeFromConversation } from '#server/usecases/conversations/change-members.ts'
import {
  renameConversation,
  setArchived,
  setPurpose,
  setTopic,
} from '#server/usecases/conversations/change-properties.ts'
import {
  loadConversationDetails,
  type ConversationDetails,
} from '#server/usecases/conversations/conversation-details.ts'
import { loadConversationMembers } from '#server/usecases/conversations/load-conversation.ts'
import { textArgument } from '../arguments.ts'
import { channelObject } from '../channel-object.ts'
import type { ErrorOverrides } from '../error-map.ts'
import { findConversation } from '../find-conversation.ts'
import { defineMethod, type Answer, type SlackCall } from '../method.ts'
import { nameArgument } from '../name-argument.ts'
import { readPublicId } from '../public-ids.ts'
import { requireScope, scopeToManage } from '../require-scope.ts'
import { SlackError, wrongArgument } from '../slack-error.ts'

/** A method that changes a channel the caller is in. */
const changing = <Input extends { channel: string }>(
  name: string,
  input: z.ZodType<Input>,
  run: (call: SlackCall, place: ConversationDetails, input: Input) => Promise<Answer>,
  errors: ErrorOverrides = {},
) =>
  defineMethod({
    name,
    scopes: [scopeToManage('public'), scopeToManage('private')],
    tokenKinds: ['bot', 'user'],
    rate: 'change',
    input,
    errors,
    run: async (call, given) => {
      const place = await findConversation(call, given.channel)
      if (place.kind === 'direct') throw new SlackError('method_not_supported_for_channel_type')
      requireScope(call.holder, [scopeToManage(place.kind)])
      return run(call, place, given)
    },
  })

const channel = z.object({ channel: textArgument })

export const conversationsArchive = changing('conversations.archive', channel, async (call, place) => {
  if (place.isGeneral) throw new SlackError('cant_archive_general')
  if (place.archived) throw new SlackError('already_archived')
  await setArchived(call.host.resources, call.actor, place.id, true)
  return {}
})

export const conversationsUnarchive = changing('conversations.unarchive', channel, async (call, place) => {
  if (!place.archived) throw new SlackError('not_archived')
  await setArchived(call.host.resources, call.actor, place.id, false)
  return {}
})

export const conversationsLeave = changing('conversations.leave', channel, async (call, place) => {
  if (place.isGeneral) throw new SlackError('cant_leave_general')
  if (!place.isMember) return { not_in_channel: true }
  await leaveConversation(call.host.resources, call.actor, place.id)
  return {}
})

export const conversationsKick = changing(
  'conversations.kick',
  channel.extend({ user: textArgument }),
  async ({ host, actor }, place, { user }) => {
    const memberId = readPublicId<MemberId>('member', user)
    if (place.isGeneral) throw new SlackError('cant_kick_from_general')
    if (memberId === actor.memberId) throw new SlackError('cant_kick_self')
    if (!place.isMember) throw new SlackError('not_in_channel')
    const members = await loadConversationMembers(host.resources, actor, place.id)
    if (!memberId || !members.includes(memberId))
      throw wrongArgument('user_not_found', 'user', user, 'nobody in this channel has this id')
    await removeFromConversation(host.resources, actor, place.id, memberId)
    return {}
  },
)

export const conversationsSetTopic = changing(
  'conversations.setTopic',
  channel.extend({ topic: textArgument }),
  async (call, place, { topic }) => {
    await setTopic(call.host.resources, call.actor, place.id, topic)
    return { channel: channelObject(call, await loadConversationDetails(call.host.resources, call.actor, place.id)) }
  },
  { invalid_input: 'too_long' },
)

export const conversationsSetPurpose = changing(
  'conversations.setPurpose',
  channel.extend({ purpose: textArgument }),
  async (call, place, { purpose }) => {
    await setPurpose(call.host.resources, call.actor, place.id, purpose)
    const after = await loadConversationDetails(call.host.resources, call.actor, place.id)
    return { channel: channelObject(call, after), purpose: after.purpose ?? '' }
  },
  { invalid_input: 'too_long' },
)

export const conversationsRename = changing(
  'conversations.rename',
  channel.extend({ name: nameArgument }),
  async (call, place, { name }) => {
    await renameConversation(call.host.resources, call.actor, place.id, name)
    return { channel: channelObject(call, await loadConversationDetails(call.host.resources, call.actor, place.id)) }
  },
  { not_allowed: 'not_authorized' },
)
