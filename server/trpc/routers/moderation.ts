import { z } from 'zod'
import { loadContentRules, saveContentRules } from '#server/usecases/moderation/administer-rules.ts'
import { adminProcedure, router } from '../procedures.ts'

const list = z.array(z.string().max(2_000)).max(2_000)

export const moderationRouter = router({
  rules: adminProcedure.query(({ ctx }) => loadContentRules(ctx.resources, ctx.actor)),

  setRules: adminProcedure
    .input(z.object({ words: list, links: z.object({ rule: z.enum(['refuse', 'only']), hosts: list }) }))
    .mutation(({ ctx, input: { words, links } }) => saveContentRules(ctx.resources, ctx.actor, { words, links })),
})
