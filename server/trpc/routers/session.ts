import { publicProcedure, router } from '../procedures.ts'

export const sessionRouter = router({
  me: publicProcedure.query(async ({ ctx }) => {
    const session = await ctx.loadSession()
    return session && { accountId: session.accountId, name: session.name, email: session.email }
  }),
})
