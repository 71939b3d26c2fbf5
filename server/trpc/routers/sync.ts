import { z } from 'zod'
import { conversationIdSchema } from '#server/protocol/frame.ts'
import { catchUp, loadHeads } from '#server/usecases/sync/catch-up.ts'
import { markRead, markUnread } from '#server/usecases/sync/mark-read.ts'
import { memberProcedure, router } from '../procedures.ts'

const MOST_PER_PAGE = 500
const seq = z.number().int().nonnegative()

export const syncRouter = router({
  /** Where the socket tier is, and a ticket that opens one socket within a minute. */
  connect: memberProcedure.query(({ ctx }) => {
    const { workspaceId, memberId } = ctx.actor
    return {
      gatewayUrl: ctx.gatewayUrl,
      ticket: ctx.issueTicket({ workspaceId, memberId, sessionId: ctx.session.sessionId }),
    }
  }),

  heads: memberProcedure.query(({ ctx }) => loadHeads(ctx.resources, ctx.actor)),

  catchUp: memberProcedure
    .input(
      z.object({
        conversationId: conversationIdSchema,
        epoch: z.number().int().nonnegative(),
        afterSeq: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(MOST_PER_PAGE).default(200),
      }),
    )
    .query(({ ctx, input: { workspaceId: _, ...cursor } }) => catchUp(ctx.resources, ctx.actor, cursor)),

  markRead: memberProcedure
    .input(z.object({ conversationId: conversationIdSchema, seq, turn: seq.optional() }))
    .mutation(({ ctx, input: { workspaceId: _, ...mark } }) => markRead(ctx.resources, ctx.actor, mark)),

  markUnread: memberProcedure
    .input(z.object({ conversationId: conversationIdSchema, seq }))
    .mutation(({ ctx, input: { workspaceId: _, ...mark } }) => markUnread(ctx.resources, ctx.actor, mark)),
})
