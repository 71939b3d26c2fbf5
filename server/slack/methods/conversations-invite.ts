import { z } from 'zod'
import type { MemberId } from '#server/domain/ids.ts'
import { inviteToConversation } from '#server/usecases/conversations/change-members.ts'
import type { ConversationDetails } from '#server/usecases/conversations/conversation-details.ts'
import { loadConversationMembers } from '#server/usecases/conversations/load-conversation.ts'
import { loadWorkspaceMembers } from '#server/usecases/members/list-members.ts'
import { flagArgument, listArgument, textArgument } from '../arguments.ts'
import { channelObject } from '../channel-object.ts'
import { findConversation } from '../find-conversation.ts'
import { MAX_USERS_AT_ONCE } from '../limits.ts'
import { defineMethod, type SlackCall } from '../method.ts'
import { readPublicId } from '../public-ids.ts'
import { requireScope, scopeToManage } from '../require-scope.ts'
import { SlackError, wrongArgument } from '../slack-error.ts'

const input = z.object({ channel: textArgument, users: listArgument.optional(), force: flagArgument.default(false) })

type Guest = { user: string; id: MemberId }
type Refused = { user: string; ok: false; error: string }

/** All of them or none; with `force` those who can be invited. */
export const conversationsInvite = defineMethod({
  name: 'conversations.invite',
  scopes: [scopeToManage('public'), scopeToManage('private')],
  tokenKinds: ['bot', 'user'],
  rate: 'change',
  input,
  errors: { not_found: 'user_not_found' },
  run: async (call, { channel, users = [], force }) => {
    const found = await findConversation(call, channel)
    checkPlace(call, found)
    if (users.length === 0) throw new SlackError('no_user', ['[ERROR] missing required field: users'])
    if (users.length > MAX_USERS_AT_ONCE) {
      throw wrongArgument('invalid_arguments', 'users', users.length, `names at most ${MAX_USERS_AT_ONCE} people`)
    }
    const { guests, refused } = await sortOut(call, found, users)
    const [first] = refused
    if (first && (!force || guests.length === 0)) {
      const told = refused.map(({ user, error }) => `[ERROR] ${user}: ${error} [json-pointer:/users]`)
      throw new SlackError(first.error, told, { errors: refused })
    }
    for (const { id } of guests) await inviteToConversation(call.host.resources, call.actor, found.id, id)
    return { channel: channelObject(call, found), ...(refused.length > 0 ? { errors: refused } : {}) }
  },
})

function checkPlace(call: SlackCall, { kind, isMember, archived }: ConversationDetails): void {
  if (kind === 'direct') throw new SlackError('method_not_supported_for_channel_type')
  requireScope(call.holder, [scopeToManage(kind)])
  if (!isMember) throw new SlackError('not_in_channel')
  if (archived) throw new SlackError('is_archived')
}

async function sortOut({ host, actor }: SlackCall, { id }: ConversationDetails, users: readonly string[]) {
  const ids = new Map(users.map((user) => [user, readPublicId<MemberId>('member', user)]))
  const known = await loadWorkspaceMembers(
    host.resources,
    actor,
    [...ids.values()].filter((memberId) => memberId !== null),
  )
  const inside = new Set(await loadConversationMembers(host.resources, actor, id))
  const guests: Guest[] = []
  const refused: Refused[] = []
  for (const [user, memberId] of ids) {
    const member = memberId === null ? undefined : known.get(memberId)
    if (!member || member.deactivated) refused.push({ user, ok: false, error: 'user_not_found' })
    else if (member.id === actor.memberId) refused.push({ user, ok: false, error: 'cant_invite_self' })
    else if (inside.has(member.id)) refused.push({ user, ok: false, error: 'already_in_channel' })
    else guests.push({ user, id: member.id })
  }
  return { guests, refused }
}
