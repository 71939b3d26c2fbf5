import { z } from 'zod'
import { conversationIdSchema, memberIdSchema } from '#server/protocol/frame.ts'
import {
  inviteToConversation,
  joinConversation,
  leaveConversation,
  removeFromConversation,
} from '#server/usecases/conversations/change-members.ts'
import {
  renameConversation,
  setArchived,
  setPurpose,
  setTopic,
} from '#server/usecases/conversations/change-properties.ts'
import { createConversation } from '#server/usecases/conversations/create-conversation.ts'
import { browseConversations, listMyConversations } from '#server/usecases/conversations/list-conversations.ts'
import { loadAudience } from '#server/usecases/conversations/load-audience.ts'
import { loadConversationMembers } from '#server/usecases/conversations/load-conversation.ts'
import { openDirect } from '#server/usecases/conversations/open-direct.ts'
import { defined } from '../defined.ts'
import { memberProcedure, router } from '../procedures.ts'

const inConversation = memberProcedure.input(z.object({ conversationId: conversationIdSchema }))
const withMember = inConversation.input(z.object({ memberId: memberIdSchema }))

export const conversationsRouter = router({
  list: memberProcedure.query(({ ctx }) => listMyConversations(ctx.resources, ctx.actor)),

  browse: memberProcedure.query(({ ctx }) => browseConversations(ctx.resources, ctx.actor)),

  create: memberProcedure
    .input(z.object({ name: z.string(), kind: z.enum(['public', 'private']), topic: z.string().optional() }))
    .mutation(({ ctx, input: { workspaceId: _, ...wanted } }) =>
      createConversation(ctx.resources, ctx.actor, defined(wanted)),
    ),

  openDirect: memberProcedure
    .input(z.object({ memberId: memberIdSchema }))
    .mutation(({ ctx, input }) => openDirect(ctx.resources, ctx.actor, input.memberId)),

  members: inConversation.query(({ ctx, input }) =>
    loadConversationMembers(ctx.resources, ctx.actor, input.conversationId),
  ),

  audience: inConversation.query(({ ctx, input }) => loadAudience(ctx.resources, ctx.actor, input.conversationId)),

  join: inConversation.mutation(({ ctx, input }) => joinConversation(ctx.resources, ctx.actor, input.conversationId)),

  leave: inConversation.mutation(({ ctx, input }) => leaveConversation(ctx.resources, ctx.actor, input.conversationId)),

  invite: withMember.mutation(({ ctx, input }) =>
    inviteToConversation(ctx.resources, ctx.actor, input.conversationId, input.memberId),
  ),

  remove: withMember.mutation(({ ctx, input }) =>
    removeFromConversation(ctx.resources, ctx.actor, input.conversationId, input.memberId),
  ),

  archive: inConversation
    .input(z.object({ archived: z.boolean().default(true) }))
    .mutation(({ ctx, input }) => setArchived(ctx.resources, ctx.actor, input.conversationId, input.archived)),

  rename: inConversation
    .input(z.object({ name: z.string() }))
    .mutation(({ ctx, input }) => renameConversation(ctx.resources, ctx.actor, input.conversationId, input.name)),

  setPurpose: inConversation
    .input(z.object({ purpose: z.string() }))
    .mutation(({ ctx, input }) => setPurpose(ctx.resources, ctx.actor, input.conversationId, input.purpose)),

  setTopic: inConversation
    .input(z.object({ topic: z.string() }))
    .mutation(({ ctx, input }) => setTopic(ctx.resources, ctx.actor, input.conversationId, input.topic)),
})
