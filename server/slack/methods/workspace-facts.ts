/** What programs ask about the workspace they are in, and about each other. */
import { z } from 'zod'
import { idTimeMs, type MemberId } from '#server/domain/ids.ts'
import { loadWorkspaceMember } from '#server/usecases/members/list-members.ts'
import { loadWorkspace } from '#server/usecases/workspaces/load-workspace.ts'
import { textArgument } from '../arguments.ts'
import { defineMethod } from '../method.ts'
import { publicBotId, publicMemberId, publicWorkspaceId, readPublicId } from '../public-ids.ts'
import { wrongArgument } from '../slack-error.ts'
import { userObject } from '../user-object.ts'

/** Of the caller's workspace; any other is not there. */
export const teamInfo = defineMethod({
  name: 'team.info',
  scopes: ['team:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input: z.object({ team: textArgument.optional() }),
  run: async ({ host, actor }, { team }) => {
    const id = publicWorkspaceId(actor.workspaceId)
    if (team !== undefined && team !== id)
      throw wrongArgument('team_not_found', 'team', team, 'is not the workspace of this token')
    const { name } = await loadWorkspace(host.resources, actor)
    return { team: { id, name, url: `${host.appUrl}/`, domain: '', email_domain: '', icon: { image_default: true } } }
  },
})

export const botsInfo = defineMethod({
  name: 'bots.info',
  scopes: ['users:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input: z.object({ bot: textArgument }),
  run: async ({ host, actor }, { bot }) => {
    const id = bot.startsWith('B') ? readPublicId<MemberId>('member', `U${bot.slice(1)}`) : null
    const member = id && (await loadWorkspaceMember(host.resources, actor, id))
    if (member?.kind !== 'bot') throw wrongArgument('bot_not_found', 'bot', bot, 'no bot has this id')
    return {
      bot: {
        ...{ id: publicBotId(member.id), user_id: publicMemberId(member.id), name: member.displayName },
        ...{ deleted: member.deactivated, updated: Math.floor(idTimeMs(member.id) / 1000) },
      },
    }
  },
})

/** Emoji of the workspace's own: there are none. Those that everyone has are not listed here, as in Slack. */
export const emojiList = defineMethod({
  name: 'emoji.list',
  scopes: ['emoji:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input: z.object({}),
  run: () => Promise.resolve({ emoji: {} }),
})

export const usersProfileGet = defineMethod({
  name: 'users.profile.get',
  scopes: ['users.profile:read'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input: z.object({ user: textArgument.optional() }),
  run: async (call, { user }) => {
    const { host, actor } = call
    const id = user === undefined ? actor.memberId : readPublicId<MemberId>('member', user)
    const member = id && (await loadWorkspaceMember(host.resources, actor, id))
    if (!member) throw wrongArgument('user_not_found', 'user', user, 'no member has this id')
    return { profile: userObject(call, member, Math.floor(Date.now() / 1000)).profile }
  },
})
