import { z } from 'zod'
import { conversationIdSchema, messageIdSchema } from '#server/protocol/frame.ts'
import { rowIdSchema } from '#server/protocol/ids.ts'
import { armDraft, changeDraft, deleteDraft, keepDraft, listDrafts } from '#server/usecases/drafts/planned-drafts.ts'
import { defined } from '../defined.ts'
import { memberProcedure, router } from '../procedures.ts'
import { choice, guards, second, wallClock, zone } from '../time-schemas.ts'
import { fileIdsSchema } from './files.ts'
import { clientTokenSchema } from './messages.ts'

const draft = memberProcedure.input(z.object({ id: rowIdSchema }))

/** Drafts that remember a time. */
export const draftsRouter = router({
  list: memberProcedure.query(({ ctx }) => listDrafts(ctx.resources, ctx.actor)),

  keep: memberProcedure
    .input(
      z.object({
        conversationId: conversationIdSchema,
        threadRootId: messageIdSchema.nullish(),
        alsoInChannel: z.boolean().optional(),
        text: z.string(),
        fileIds: fileIdsSchema.optional(),
        sendAt: second,
        zone,
        wallClock: wallClock.optional(),
        choice: choice.optional(),
        notAfter: second.nullish(),
        guards: z
          .object({ unlessReplied: z.boolean(), holdIfArchived: z.boolean(), skipIfAway: z.boolean() })
          .optional(),
        clientToken: clientTokenSchema,
      }),
    )
    .mutation(({ ctx, input: { workspaceId: _, ...kept } }) => keepDraft(ctx.resources, ctx.actor, defined(kept))),

  change: draft
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
      changeDraft(ctx.resources, ctx.actor, defined(changed)),
    ),

  delete: draft.mutation(({ ctx, input }) => deleteDraft(ctx.resources, ctx.actor, input.id)),

  arm: draft.mutation(({ ctx, input }) => armDraft(ctx.resources, ctx.actor, input.id)),
})
