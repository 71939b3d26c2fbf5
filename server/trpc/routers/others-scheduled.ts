import { z } from 'zod'
import { memberIdSchema, messageIdSchema, seriesIdSchema } from '#server/protocol/frame.ts'
import {
  cancelForOther,
  listOthersScheduled,
  moveForOther,
  readTextOfOther,
} from '#server/usecases/scheduled/administer-scheduled.ts'
import { handOver } from '#server/usecases/scheduled/hand-over.ts'
import {
  endForOther,
  listOthersSeries,
  pauseForOther,
  resumeForOther,
} from '#server/usecases/series/administer-series.ts'
import { defined } from '../defined.ts'
import { adminProcedure, router } from '../procedures.ts'
import { second, wallClock, zone } from '../time-schemas.ts'

const others = adminProcedure.input(z.object({ id: messageIdSchema }))

/** `version` as the administrator saw it; another's change in between is a conflict. */
const series = adminProcedure.input(z.object({ id: seriesIdSchema, version: z.number().int().positive().optional() }))

/** What administrators see and do with what others have scheduled. */
export const othersScheduledRouter = router({
  list: adminProcedure
    .input(
      z.object({
        authorId: memberIdSchema.optional(),
        after: z.object({ sendAt: second, id: messageIdSchema }).optional(),
        limit: z.number().int().min(1).max(200).default(100),
      }),
    )
    .query(({ ctx, input: { workspaceId: _, ...page } }) =>
      listOthersScheduled(ctx.resources, ctx.actor, defined(page)),
    ),

  cancel: others.mutation(({ ctx, input }) => cancelForOther(ctx.resources, ctx.actor, input.id)),

  move: others
    .input(z.object({ version: z.number().int().positive(), sendAt: second, zone, wallClock: wallClock.optional() }))
    .mutation(({ ctx, input: { workspaceId: _, ...moved } }) => moveForOther(ctx.resources, ctx.actor, defined(moved))),

  /** A mutation: it leaves a line in the message's history. */
  readText: others.mutation(({ ctx, input }) => readTextOfOther(ctx.resources, ctx.actor, input.id)),

  listSeries: adminProcedure
    .input(
      z.object({
        authorId: memberIdSchema.optional(),
        before: seriesIdSchema.optional(),
        limit: z.number().int().min(1).max(200).default(100),
      }),
    )
    .query(({ ctx, input: { workspaceId: _, ...page } }) => listOthersSeries(ctx.resources, ctx.actor, defined(page))),

  pauseSeries: series.mutation(({ ctx, input }) => pauseForOther(ctx.resources, ctx.actor, defined(input))),

  resumeSeries: series.mutation(({ ctx, input }) => resumeForOther(ctx.resources, ctx.actor, defined(input))),

  endSeries: series.mutation(({ ctx, input }) => endForOther(ctx.resources, ctx.actor, defined(input))),

  handOver: adminProcedure
    .input(
      z.object({ from: memberIdSchema, to: memberIdSchema, ids: z.array(messageIdSchema).min(1).max(200).optional() }),
    )
    .mutation(({ ctx, input: { workspaceId: _, ...wanted } }) => handOver(ctx.resources, ctx.actor, defined(wanted))),
})
