import { z } from 'zod'
import { rowIdSchema } from '#server/protocol/ids.ts'
import { acceptInvitation, previewInvitation } from '#server/usecases/workspaces/accept-invitation.ts'
import {
  createInvitation,
  listOpenInvitations,
  revokeInvitationById,
} from '#server/usecases/workspaces/invite-people.ts'
import { memberProcedure, publicProcedure, router, signedInProcedure } from '../procedures.ts'

const tokenSchema = z.string().max(200)

export const invitationsRouter = router({
  create: memberProcedure.input(z.object({ role: z.enum(['admin', 'member']) })).mutation(async ({ ctx, input }) => {
    const created = await createInvitation(ctx.resources, ctx.actor, input.role)
    return { ...created, url: `${ctx.appUrl}/join/${created.token}` }
  }),

  list: memberProcedure.query(({ ctx }) => listOpenInvitations(ctx.resources, ctx.actor)),

  revoke: memberProcedure
    .input(z.object({ id: rowIdSchema }))
    .mutation(({ ctx, input }) => revokeInvitationById(ctx.resources, ctx.actor, input.id)),

  preview: publicProcedure
    .input(z.object({ token: tokenSchema }))
    .query(({ ctx, input }) => previewInvitation(ctx.resources, input.token)),

  accept: signedInProcedure
    .input(z.object({ token: tokenSchema, displayName: z.string(), zone: z.string() }))
    .mutation(({ ctx, input }) => acceptInvitation(ctx.resources, ctx.session, input)),
})
