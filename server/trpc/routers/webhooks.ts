import { z } from 'zod'
import { conversationIdSchema } from '#server/protocol/frame.ts'
import { webhookIdSchema } from '#server/protocol/ids.ts'
import {
  createWebhook,
  listOwnWebhooks,
  listWebhooks,
  revokeWebhook,
} from '#server/usecases/webhooks/administer-webhooks.ts'
import { adminProcedure, memberProcedure, router } from '../procedures.ts'

export const webhooksRouter = router({
  list: adminProcedure.query(({ ctx }) => listWebhooks(ctx.resources, ctx.actor)),

  mine: memberProcedure.query(({ ctx }) => listOwnWebhooks(ctx.resources, ctx.actor)),

  create: memberProcedure
    .input(z.object({ conversationId: conversationIdSchema, label: z.string().max(200) }))
    .mutation(({ ctx, input: { workspaceId: _, ...wanted } }) => createWebhook(ctx.resources, ctx.actor, wanted)),

  revoke: memberProcedure
    .input(z.object({ id: webhookIdSchema }))
    .mutation(({ ctx, input }) => revokeWebhook(ctx.resources, ctx.actor, input.id)),
})
