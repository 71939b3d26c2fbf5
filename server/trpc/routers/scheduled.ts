import { z } from 'zod'
import { conversationIdSchema, messageIdSchema } from '#server/protocol/frame.ts'
import { cancelScheduled } from '#server/usecases/scheduled/cancel-scheduled.ts'
import { changeMany, MOST_STEPS, type Step } from '#server/usecases/scheduled/change-many.ts'
import { editScheduled } from '#server/usecases/scheduled/edit-scheduled.ts'
import { holdScheduled } from '#server/usecases/scheduled/hold-scheduled.ts'
import { listScheduled, loadScheduled, loadScheduledHistory } from '#server/usecases/scheduled/load-scheduled.ts'
import { retryFailed } from '#server/usecases/scheduled/retry-failed.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { sendScheduledNow } from '#server/usecases/scheduled/send-scheduled-now.ts'
import { defined } from '../defined.ts'
import { memberProcedure, router } from '../procedures.ts'
import { choice, guards, second, wallClock, zone } from '../time-schemas.ts'
import { fileIdsSchema } from './files.ts'
import { clientTokenSchema } from './messages.ts'

const step = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('move'),
    id: messageIdSchema,
    version: z.number().int().positive(),
    sendAt: second,
    zone,
    wallClock: wallClock.optional(),
  }),
  z.object({ do: z.literal('cancel'), id: messageIdSchema }),
  z.object({ do: z.literal('again'), id: messageIdSchema, clientToken: clientTokenSchema }),
])
const scheduled = memberProcedure.input(z.object({ id: messageIdSchema }))

export const scheduledRouter = router({
  create: memberProcedure
    .input(
      z.object({
        conversationId: conversationIdSchema,
        text: z.string(),
        fileIds: fileIdsSchema.optional(),
        threadRootId: messageIdSchema.nullish(),
        alsoInChannel: z.boolean().optional(),
        // One of the two, or both: then they must agree.
        sendAt: second.optional(),
        wallClock: wallClock.optional(),
        zone,
        choice: choice.optional(),
        notAfter: second.nullish(),
        guards: guards.optional(),
        clientToken: clientTokenSchema,
      }),
    )
    .mutation(({ ctx, input: { workspaceId: _, ...wanted } }) =>
      scheduleMessage(ctx.resources, ctx.actor, defined(wanted)),
    ),

  list: memberProcedure
    .input(
      z.object({
        status: z.enum(['pending', 'failed', 'sent', 'canceled']),
        conversationId: conversationIdSchema.optional(),
        after: z.object({ sendAt: second, id: messageIdSchema }).optional(),
        limit: z.number().int().min(1).max(200).default(100),
      }),
    )
    .query(({ ctx, input: { workspaceId: _, ...page } }) => listScheduled(ctx.resources, ctx.actor, defined(page))),

  get: scheduled.query(({ ctx, input }) => loadScheduled(ctx.resources, ctx.actor, input.id)),

  history: scheduled.query(({ ctx, input }) => loadScheduledHistory(ctx.resources, ctx.actor, input.id)),

  edit: scheduled
    .input(
      z.object({
        version: z.number().int().positive(),
        text: z.string().optional(),
        fileIds: fileIdsSchema.optional(),
        sendAt: second.optional(),
        zone: zone.optional(),
        wallClock: wallClock.optional(),
        choice: choice.optional(),
        notAfter: second.nullish(),
        guards: guards.optional(),
      }),
    )
    .mutation(({ ctx, input: { workspaceId: _, ...changed } }) =>
      editScheduled(ctx.resources, ctx.actor, defined(changed)),
    ),

  hold: scheduled
    .input(z.object({ text: z.string().optional(), fileIds: fileIdsSchema.optional() }))
    .mutation(({ ctx, input: { workspaceId: _, ...held } }) => holdScheduled(ctx.resources, ctx.actor, defined(held))),

  /** The same step for many, told one by one. */
  changeMany: memberProcedure
    .input(z.object({ steps: z.array(step).min(1).max(MOST_STEPS) }))
    .mutation(({ ctx, input }) =>
      changeMany(
        ctx.resources,
        ctx.actor,
        input.steps.map((each): Step => (each.do === 'move' ? defined(each) : each)),
      ),
    ),

  cancel: scheduled.mutation(({ ctx, input }) => cancelScheduled(ctx.resources, ctx.actor, { id: input.id })),

  sendNow: scheduled.mutation(({ ctx, input }) => sendScheduledNow(ctx.resources, ctx.actor, { id: input.id })),

  retry: scheduled
    .input(
      z.object({
        sendAt: second.optional(),
        wallClock: wallClock.optional(),
        zone,
        choice: choice.optional(),
        text: z.string().optional(),
        fileIds: fileIdsSchema.optional(),
        notAfter: second.nullish(),
        guards: guards.optional(),
      }),
    )
    .mutation(({ ctx, input: { workspaceId: _, ...again } }) => retryFailed(ctx.resources, ctx.actor, defined(again))),
})
