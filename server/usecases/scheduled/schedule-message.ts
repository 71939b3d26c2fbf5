import type { Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import { faultPoint } from '#server/domain/operations/fault-point.ts'
import { aboutMessages, traced } from '#server/domain/operations/trace.ts'
import { checkSendTime } from '#server/domain/time/send-time.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { payloadWithFiles } from '../files/attach-files.ts'
import { microBatchPer, type Outcome } from '../micro-batch.ts'
import type { Resources } from '../resources.ts'
import { acceptTogether } from './accept-scheduled.ts'
import { announceDue } from './announce-due.ts'
import { hashOf, type ScheduleInput, type Wanted } from './new-scheduled.ts'
import { signalAuthors } from './signal-authors.ts'

const acceptBatched = microBatchPer(acceptAndAnnounce)

/**
 * Accepts a message for later. It is durable when this returns (S1); due soon, its id is also in the fast queue.
 * Concurrent callers share a transaction.
 */
export const scheduleMessage = traced('schedule', acceptOne, {
  before: (_, actor, input) => ({
    'carillon.workspace.id': actor.workspaceId,
    'carillon.conversation.id': input.conversationId,
    ...(input.sendAt === undefined ? {} : { 'carillon.send_at': input.sendAt }),
  }),
  after: (view) => aboutMessages([view]),
  begins: true,
})

async function acceptOne(resources: Resources, actor: Actor, asked: ScheduleInput): Promise<ScheduledView> {
  const payload = await payloadWithFiles(resources.mysql.read, actor, asked.payload ?? null, asked.fileIds)
  const input = { ...asked, payload }
  checkText(input.text, Boolean(input.payload))
  const time = checkSendTime(input, resources.zoneRules.offsetAt)
  return acceptBatched(resources, { actor, input, time, hash: hashOf(input, time) })
}

/** What commits together is also announced together: in one trip to Redis and one signal per author. */
async function acceptAndAnnounce(resources: Resources, wanted: Wanted[]): Promise<Outcome<ScheduledView>[]> {
  const outcomes = await acceptTogether(resources, wanted)
  faultPoint('accept-after-commit')
  // Also a repeat: whoever accepted it first may have died before this.
  const accepted = wanted.flatMap(({ actor }, i) => {
    const outcome = outcomes[i]
    return outcome && 'ok' in outcome && outcome.ok.status === 'SCHEDULED' ? [{ actor, view: outcome.ok }] : []
  })
  await Promise.all([
    announceDue(
      resources,
      accepted.map(({ actor, view }) => ({
        ...view,
        workspaceId: actor.workspaceId,
        wakeAt_ms: (view.sendAt * 1000) as EpochMillis,
      })),
    ),
    signalAuthors(
      resources,
      accepted.map(({ actor }) => actor.memberId),
    ),
  ])
  return outcomes
}
