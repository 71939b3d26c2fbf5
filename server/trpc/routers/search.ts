import { z } from 'zod'
import { MOST_QUERY_LENGTH } from '#server/domain/search/query.ts'
import { MOST_FOUND, searchMessages } from '#server/usecases/search/search-messages.ts'
import { router, searchProcedure } from '../procedures.ts'

const MOST_PER_PAGE = 50

export const searchRouter = router({
  messages: searchProcedure
    .input(
      z.object({
        query: z.string().max(MOST_QUERY_LENGTH),
        order: z.enum(['newest', 'relevance']).default('newest'),
        page: z.number().int().min(1).max(MOST_FOUND).default(1),
        perPage: z.number().int().min(1).max(MOST_PER_PAGE).default(20),
      }),
    )
    .query(({ ctx, input: { workspaceId: _, ...asked } }) => searchMessages(ctx.resources, ctx.actor, asked)),
})
