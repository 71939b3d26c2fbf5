import { z } from 'zod'
import { rowIdSchema } from '#server/protocol/ids.ts'
import { listNotices, markNoticesSeen } from '#server/usecases/notices/notices.ts'
import { memberProcedure, router } from '../procedures.ts'

export const noticesRouter = router({
  list: memberProcedure.query(({ ctx }) => listNotices(ctx.resources, ctx.actor)),

  markSeen: memberProcedure
    .input(z.object({ ids: z.array(rowIdSchema).max(500) }))
    .mutation(({ ctx, input }) => markNoticesSeen(ctx.resources, ctx.actor, input.ids)),
})
