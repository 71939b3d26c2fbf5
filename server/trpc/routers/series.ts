import { z } from 'zod'
import { BELONGS_TO } from '#server/domain/recurrence/series.ts'
import { conversationIdSchema, memberIdSchema, messageIdSchema, seriesIdSchema } from '#server/protocol/frame.ts'
import { createSeries } from '#server/usecases/series/create-series.ts'
import { editFollowing } from '#server/usecases/series/edit-following.ts'
import { handOverSeries } from '#server/usecases/series/hand-over-series.ts'
import { listSeries, loadSeries, loadSeriesHistory, previewSeries } from '#server/usecases/series/load-series.ts'
import { endSeries, pauseSeries, resumeSeries, skipNext } from '#server/usecases/series/steer-series.ts'
import { defined } from '../defined.ts'
import { memberProcedure, router } from '../procedures.ts'
import { guards, second, wallClock, zone } from '../time-schemas.ts'
import { fileIdsSchema } from './files.ts'
import { clientTokenSchema } from './messages.ts'

/** RFC 5545, such as `FREQ=MONTHLY;BYDAY=2TU`. */
const rule = z.string().max(500)
const belongsTo = z.enum(BELONGS_TO)
/** The day of the first one that changes: `2026-12-15`; not given: the next. */
const from = z.string().max(10).optional()
/** What each occurrence is tied to; the lateness in seconds after its own, null: as the workspace allows. */
const conditions = { guards: guards.optional(), lateBy_s: z.number().int().nonnegative().nullish() }

/** Refused instead of ignored: every time of a series is read the usual way. */
const choice = z.undefined({
  error:
    'is of one message: every time of a series is read the usual way, the first of two, the later one of a skipped one',
})

const one = memberProcedure.input(z.object({ id: seriesIdSchema }))
/** `version` as the person saw it; another's change in between is a conflict. */
const change = one.input(z.object({ version: z.number().int().positive().optional() }))

export const seriesRouter = router({
  create: memberProcedure
    .input(
      z.object({
        conversationId: conversationIdSchema,
        text: z.string(),
        fileIds: fileIdsSchema.optional(),
        threadRootId: messageIdSchema.nullish(),
        alsoInChannel: z.boolean().optional(),
        ...{ rule, wallClock, zone },
        sendAt: second.optional(),
        choice: choice.optional(),
        belongsTo: belongsTo.optional(),
        ...conditions,
        clientToken: clientTokenSchema,
      }),
    )
    .mutation(({ ctx, input: { workspaceId: _, ...wanted } }) =>
      createSeries(ctx.resources, ctx.actor, defined(wanted)),
    ),

  list: memberProcedure.query(({ ctx }) => listSeries(ctx.resources, ctx.actor)),

  get: one.query(({ ctx, input }) => loadSeries(ctx.resources, ctx.actor, input.id)),

  history: one.query(({ ctx, input }) => loadSeriesHistory(ctx.resources, ctx.actor, input.id)),

  preview: memberProcedure
    .input(z.object({ rule: rule.optional(), wallClock, zone, of: z.object({ id: seriesIdSchema, from }).optional() }))
    .query(({ ctx, input: { workspaceId: _, of, ...asked } }) =>
      previewSeries(ctx.resources, ctx.actor, defined({ ...asked, of: of && defined(of) })),
    ),

  skipNext: change.mutation(({ ctx, input }) => skipNext(ctx.resources, ctx.actor, defined(input))),

  pause: change.mutation(({ ctx, input }) => pauseSeries(ctx.resources, ctx.actor, defined(input))),

  resume: change.mutation(({ ctx, input }) => resumeSeries(ctx.resources, ctx.actor, defined(input))),

  end: change.mutation(({ ctx, input }) => endSeries(ctx.resources, ctx.actor, defined(input))),

  editFollowing: change
    .input(
      z.object({
        from,
        text: z.string().optional(),
        fileIds: fileIdsSchema.optional(),
        rule: rule.optional(),
        wallClock: wallClock.optional(),
        zone: zone.optional(),
        sendAt: second.optional(),
        choice: choice.optional(),
        belongsTo: belongsTo.optional(),
        ...conditions,
      }),
    )
    .mutation(({ ctx, input: { workspaceId: _, ...changed } }) =>
      editFollowing(ctx.resources, ctx.actor, defined(changed)),
    ),

  handOver: change
    .input(z.object({ memberId: memberIdSchema }))
    .mutation(({ ctx, input }) => handOverSeries(ctx.resources, ctx.actor, defined(input))),
})
