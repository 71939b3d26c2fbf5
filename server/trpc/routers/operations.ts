import { z } from 'zod'
import { parseId, parsePublicId, type MessageId } from '#server/domain/ids.ts'
import { LATENESS_RANGES, type LatenessRange } from '#server/domain/operations/lateness.ts'
import { loadHydrationStrip, loadLateness, loadOperations } from '#server/usecases/operations/load-operations.ts'
import { loadStoryFor } from '#server/usecases/operations/load-story-for.ts'
import { storySections } from '#server/usecases/operations/story-text.ts'
import { adminProcedure, router } from '../procedures.ts'

const RANGES = Object.keys(LATENESS_RANGES) as [LatenessRange, ...LatenessRange[]]

export const operationsRouter = router({
  overview: adminProcedure.query(({ ctx }) => loadOperations(ctx.resources, ctx.actor)),

  lateness: adminProcedure
    .input(z.object({ range: z.enum(RANGES) }))
    .query(({ ctx, input }) => loadLateness(ctx.resources, ctx.actor, input.range)),

  hydration: adminProcedure.query(({ ctx }) => loadHydrationStrip(ctx.resources, ctx.actor)),

  explain: adminProcedure
    .input(z.object({ id: z.string().trim().min(1).max(40) }))
    .query(async ({ ctx, input }) => storySections(await loadStoryFor(ctx.resources, ctx.actor, readId(input.id)))),
})

/** As programs have it (`Q…`), as a message of a conversation has it (`M…`), or as our own wire has it. */
function readId(text: string): MessageId {
  if (/^\d+$/.test(text)) return parseId(text)
  return parsePublicId<MessageId>(text.toUpperCase().startsWith('M') ? 'message' : 'scheduled', text.toUpperCase())
}
