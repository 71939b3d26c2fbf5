import { z } from 'zod'
import { memberIdSchema } from '#server/protocol/frame.ts'
import { rowIdSchema } from '#server/protocol/ids.ts'
import { issueToken, listOwnTokens, listTokens, revokeToken } from '#server/usecases/tokens/administer-tokens.ts'
import { adminProcedure, memberProcedure, router } from '../procedures.ts'

const speaksAsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('me') }),
  z.object({ kind: z.literal('new-bot'), name: z.string().max(200) }),
  z.object({ kind: z.literal('bot'), memberId: memberIdSchema }),
])

export const tokensRouter = router({
  list: adminProcedure.query(({ ctx }) => listTokens(ctx.resources, ctx.actor)),

  mine: memberProcedure.query(({ ctx }) => listOwnTokens(ctx.resources, ctx.actor)),

  create: memberProcedure
    .input(z.object({ speaksAs: speaksAsSchema, label: z.string().max(200), scopes: z.array(z.string()).max(50) }))
    .mutation(({ ctx, input: { workspaceId: _, ...wanted } }) => issueToken(ctx.resources, ctx.actor, wanted)),

  revoke: memberProcedure
    .input(z.object({ id: rowIdSchema }))
    .mutation(({ ctx, input }) => revokeToken(ctx.resources, ctx.actor, input.id)),
})
