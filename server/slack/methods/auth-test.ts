import { z } from 'zod'
import { loadWorkspace } from '#server/usecases/workspaces/load-workspace.ts'
import { defineMethod } from '../method.ts'
import { publicBotId, publicMemberId, publicWorkspaceId } from '../public-ids.ts'

/** Whose token this is. */
export const authTest = defineMethod({
  name: 'auth.test',
  scopes: [],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input: z.object({}),
  run: async ({ host, actor, holder }) => {
    const { name, me } = await loadWorkspace(host.resources, actor)
    return {
      url: `${host.appUrl}/`,
      team: name,
      user: me.displayName,
      team_id: publicWorkspaceId(actor.workspaceId),
      user_id: publicMemberId(actor.memberId),
      ...(holder.kind === 'bot' ? { bot_id: publicBotId(actor.memberId) } : {}),
      is_enterprise_install: false,
    }
  },
})
