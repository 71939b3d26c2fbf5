import { z } from 'zod'
import { memberIdSchema } from '#server/protocol/frame.ts'
import { rowIdSchema } from '#server/protocol/ids.ts'
import { issueToken, listTokens, revokeToken } from '#server/usecases/tokens/administer-tokens.ts'
import { adminProcedure, router } from '../procedures.ts'

const speaksAsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('me') }),
  z.object({ kind: z.literal('new-bot'), name: z.string().max(200) }),
  z.object({ kind: z.literal('bot'), memberId: memberIdSchema }),
])

export const tokensRouter = router({
  list: adminProcedure.query(({ ctx }) => listTokens(ctx.resources, ctx.actor)),

  create: adminProcedure
    .input(z.object({ speaksAs: speaksAsSchema, label: z.string().max(200), scopes: z.array(z.string()).max(50) }))
    .mutation(({ ctx, input: { workspaceId: _, ...wanted } }) => issueToken(ctx.resources, ctx.actor, wanted)),

  revoke: adminProcedure
    .input(z.object({ id: rowIdSchema }))
    .mutation(({ ctx, input }) => revokeToken(ctx.resources, ctx.actor, input.id)),
})
