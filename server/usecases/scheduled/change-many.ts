/**
 * The same step for many of one's own messages: each in a transaction of its own, so that one whose window has closed
 * does not hold the others back, and told one by one what became of it (C2).
 */
import { DomainError, type ErrorCode, type ErrorFacts } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import { cancelChange } from './cancel-scheduled.ts'
import { tellOfChanges, writeChange, type Change, type Changed } from './change-scheduled.ts'
import { editChange } from './edit-scheduled.ts'
import { scheduleAgain } from './schedule-again.ts'
import { viewOfScheduled } from './scheduled-view.ts'

export type Step =
  /** `version`: what the author had before them. */
  | { id: MessageId; do: 'move'; version: number; sendAt: number; zone: string; wallClock?: string }
  | { id: MessageId; do: 'cancel' }
  /** A cancelled one, for the same second, as a new message. */
  | { id: MessageId; do: 'again'; clientToken: string }

export type StepOutcome =
  | { id: MessageId; done: ScheduledView }
  /** `code` is null where it could not be found out: asking again does no harm. */
  | { id: MessageId; code: ErrorCode | null; facts: ErrorFacts }

export const MOST_STEPS = 200
/** More at once would take the connections that others wait for. */
const AT_ONCE = 3

/** In the order of the steps, each message once. @throws only where not even one could be tried */
export async function changeMany(resources: Resources, actor: Actor, steps: readonly Step[]): Promise<StepOutcome[]> {
  if (steps.length > MOST_STEPS)
    throw new DomainError('invalid_input', { field: 'steps', value: steps.length, most: MOST_STEPS })
  if (new Set(steps.map(({ id }) => id)).size < steps.length)
    throw new DomainError('invalid_input', { field: 'steps', expected: 'each message once' })
  const outcomes = Array.from<StepOutcome>({ length: steps.length })
  const changes: Changed[] = []
  const lost: unknown[] = []
  let next = 0
  const work = async () => {
    for (let at = next++; at < steps.length; at = next++) {
      const step = steps[at] as Step
      try {
        outcomes[at] = { id: step.id, done: await take(resources, actor, step, changes) }
      } catch (error) {
        if (!(error instanceof DomainError)) lost.push(error)
        outcomes[at] =
          error instanceof DomainError
            ? { id: step.id, code: error.code, facts: error.facts }
            : { id: step.id, code: null, facts: {} }
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await tellOfChanges(resources, changes)
  if (lost.length > 0 && lost.length === steps.length) throw lost[0]
  return outcomes
}

async function take(resources: Resources, actor: Actor, step: Step, changes: Changed[]): Promise<ScheduledView> {
  if (step.do === 'again') return scheduleAgain(resources, actor, step)
  const change: Change = step.do === 'move' ? editChange(resources.zoneRules, actor.memberId, step) : cancelChange
  const done = await writeChange(resources, actor, step.id, change)
  changes.push(done)
  return viewOfScheduled(done.after)
}
