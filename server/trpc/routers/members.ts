import { z } from 'zod'
import { ROLES } from '#server/domain/conversation/posting.ts'
import { memberIdSchema } from '#server/protocol/frame.ts'
import { activateMember, deactivateMember, setMemberRole } from '#server/usecases/members/change-member.ts'
import { listWorkspaceMembers } from '#server/usecases/members/list-members.ts'
import { updateProfile } from '#server/usecases/members/update-profile.ts'
import { presetsSchema } from '../presets-schema.ts'
import { defined } from '../defined.ts'
import { adminProcedure, memberProcedure, router } from '../procedures.ts'

/** The year 5138. */
const LATEST_MS = 99_999_999_999_999

export const membersRouter = router({
  list: memberProcedure.query(({ ctx }) => listWorkspaceMembers(ctx.resources, ctx.actor)),

  updateMe: memberProcedure
    .input(
      z.object({
        displayName: z.string().optional(),
        zone: z.string().optional(),
        presets: presetsSchema.nullish(),
        workHours: z.object({ days: z.number(), from_min: z.number(), to_min: z.number() }).nullish(),
        awayUntil_ms: z.number().int().nonnegative().max(LATEST_MS).nullish(),
      }),
    )
    .mutation(({ ctx, input: { workspaceId: _, ...changed } }) =>
      updateProfile(ctx.resources, ctx.actor, defined(changed)),
    ),

  setRole: adminProcedure
    .input(z.object({ memberId: memberIdSchema, role: z.enum(ROLES) }))
    .mutation(({ ctx, input }) => setMemberRole(ctx.resources, ctx.actor, input.memberId, input.role)),

  deactivate: adminProcedure
    .input(z.object({ memberId: memberIdSchema }))
    .mutation(({ ctx, input }) => deactivateMember(ctx.resources, ctx.actor, input.memberId)),

  activate: adminProcedure
    .input(z.object({ memberId: memberIdSchema }))
    .mutation(({ ctx, input }) => activateMember(ctx.resources, ctx.actor, input.memberId)),
})
