import { loadServerNow } from '#server/usecases/load-server-now.ts'
import { publicProcedure, router } from '../procedures.ts'

export const clockRouter = router({
  /** The clock that decides when a message is due; a browser compares its own with it (T1). */
  now: publicProcedure.query(async ({ ctx }) => ({ nowMs: await loadServerNow(ctx.resources) })),
})
