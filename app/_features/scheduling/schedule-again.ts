import type { ErrorCode, ErrorFacts } from '#server/domain/errors.ts'
import type { MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { trpc } from '#app/_client/trpc.ts'

/** What was canceled, anew for the same second; asked again, the same message. @throws as any call that is refused */
export async function scheduleAgain(workspaceId: WorkspaceId, id: MessageId): Promise<ScheduledView> {
  const step = { do: 'again' as const, id, clientToken: `again:${id}` }
  const [outcome] = await trpc.scheduled.changeMany.mutate({ workspaceId, steps: [step] })
  if (outcome && 'done' in outcome) return outcome.done
  throw refusedStep(outcome)
}

/** One refused step of many, as the error that a call of its own is answered with. */
const refusedStep = (step?: { code: ErrorCode | null; facts: ErrorFacts }): Error =>
  Object.assign(new Error('refused'), { data: { domain: step?.code ? step : null } })
