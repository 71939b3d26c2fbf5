import { z } from 'zod'
import { createWorkspace } from '#server/usecases/workspaces/create-workspace.ts'
import { listMyWorkspaces } from '#server/usecases/workspaces/list-my-workspaces.ts'
import { loadWorkspace } from '#server/usecases/workspaces/load-workspace.ts'
import { updateSettings } from '#server/usecases/workspaces/update-settings.ts'
import { presetsSchema } from '../presets-schema.ts'
import { defined } from '../defined.ts'
import { adminProcedure, memberProcedure, router, signedInProcedure } from '../procedures.ts'

export const workspacesRouter = router({
  mine: signedInProcedure.query(({ ctx }) => listMyWorkspaces(ctx.resources, ctx.session.accountId)),

  create: signedInProcedure
    .input(z.object({ name: z.string(), displayName: z.string(), zone: z.string() }))
    .mutation(({ ctx, input }) => createWorkspace(ctx.resources, ctx.session, input)),

  get: memberProcedure.query(({ ctx }) => loadWorkspace(ctx.resources, ctx.actor)),

  updateSettings: adminProcedure
    .input(
      z.object({
        name: z.string().optional(),
        freeze_s: z.number().optional(),
        latePolicy_s: z.number().optional(),
        horizon_s: z.number().optional(),
        adminsReadScheduled: z.boolean().optional(),
        adminsManageScheduled: z.boolean().optional(),
        presets: presetsSchema.nullish(),
      }),
    )
    .mutation(({ ctx, input: { workspaceId: _, ...changed } }) =>
      updateSettings(ctx.resources, ctx.actor, defined(changed)),
    ),
})
