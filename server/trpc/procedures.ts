/** Who may call: anyone, someone signed in, an active member of the workspace named in the input, its administrators. */
import { initTRPC } from '@trpc/server'
import { z } from 'zod'
import { DomainError } from '#server/domain/errors.ts'
import type { WorkspaceId } from '#server/domain/ids.ts'
import { traced } from '#server/domain/operations/trace.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { workspaceIdSchema } from '#server/protocol/frame.ts'
import { loadActor } from '#server/usecases/members/load-actor.ts'
import type { Context, RateVerdict } from './context.ts'
import { domainFailureOf, toTrpcError } from './error-map.ts'

const t = initTRPC.context<Context>().create({
  isDev: false,
  errorFormatter: ({ shape, error, ctx }) => {
    const domain = domainFailureOf(error)
    // Nothing of an unexpected failure gets out but the id under which it was logged.
    const message = error.code === 'INTERNAL_SERVER_ERROR' ? 'internal error' : (domain?.code ?? shape.message)
    return { ...shape, message, data: { ...shape.data, domain, requestId: ctx?.requestId ?? null } }
  },
})

export const router = t.router

const translateErrors = t.middleware(async ({ next }) => {
  const result = await next()
  if (!result.ok && result.error.cause instanceof DomainError) throw toTrpcError(result.error.cause)
  return result
})

/** Several calls may share one request; each has its own span. */
const proceed = traced('trpc', <T>(next: () => Promise<T>, _path: string) => next(), {
  before: (_, path) => ({ 'rpc.system': 'trpc', 'rpc.method': path }),
  after: (result) => ({ 'carillon.ok': (result as { ok: boolean }).ok }),
})
const traceCalls = t.middleware(({ next, path }) => proceed(next, path) as ReturnType<typeof next>)

export const publicProcedure = t.procedure.use(traceCalls).use(translateErrors)

export const signedInProcedure = publicProcedure.use(async ({ ctx, next }) => {
  const session = await ctx.loadSession()
  if (!session) throw new DomainError('not_signed_in')
  return next({ ctx: { session } })
})

export const memberProcedure = signedInProcedure
  .input(z.object({ workspaceId: workspaceIdSchema }))
  .use(async ({ ctx, input, type, next }) => {
    const actor = await actorOf(ctx, ctx.session.accountId, input.workspaceId)
    // Somebody else has signed in since the page was opened: nothing of theirs may reach it.
    if (ctx.asMember !== null && ctx.asMember !== actor.memberId) throw new DomainError('not_signed_in')
    if (type === 'mutation') checkPace(await ctx.countChange(actor.memberId))
    return next({ ctx: { actor } })
  })

/** A question that costs as much as a hundred others. */
export const searchProcedure = memberProcedure.use(async ({ ctx, next }) => {
  checkPace(await ctx.countSearch(ctx.actor.memberId))
  return next()
})

export const adminProcedure = memberProcedure.use(({ ctx, next }) => {
  authorize(ctx.actor, { to: 'manage-workspace' })
  return next()
})

function actorOf(ctx: Context, accountId: string, workspaceId: WorkspaceId): Promise<Actor> {
  const known = ctx.actors.get(workspaceId)
  if (known) return known
  const loading = loadActor(ctx.resources, accountId, workspaceId, 'web')
  ctx.actors.set(workspaceId, loading)
  return loading
}

function checkPace({ allowed, retryAfter }: RateVerdict): void {
  if (!allowed) throw new DomainError('rate_limited', { retry_after_s: Math.ceil(retryAfter / 1000) })
}
