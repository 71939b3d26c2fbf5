import { DomainError } from '#server/domain/errors.ts'
import { instantOf, readingOf, resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { readingIn } from '#server/domain/time/send-time.ts'
import { momentAnswer, refusedAnswer } from './moment-answer.ts'
import type { Answer, Question } from './question.ts'

/** A wall clock in a zone: the instant it is, or the two that a clock change makes of it. Past or future, it says which. */
export function wallAnswer(question: Question, wall: string): Answer {
  const { zone, choice } = question
  try {
    const resolved = resolveSendAt(wall, zone)
    const wallClock = wall.length === 16 ? `${wall}:00` : wall
    const at = instantOf(resolved, readingIn(choice))
    const moment = { epochSeconds: at, wallClock, zone, kind: resolved.kind, choice: readingOf(resolved, at) }
    const other = at === resolved.sendAt ? resolved.alternative : resolved.sendAt
    if (moment.choice === null || other === null) return momentAnswer(question, moment, [])
    const reading = moment.choice === 'earlier' ? 'later' : 'earlier'
    return momentAnswer(question, moment, [{ ...moment, epochSeconds: other, choice: reading, differs: reading }])
  } catch (error) {
    if (!(error instanceof DomainError || error instanceof RangeError)) throw error
    return refusedAnswer(
      'invalid_wall_clock',
      `"${wall.slice(0, 40)}" is no time of the calendar after 1970. Write it as 2027-03-14T02:30 or 2027-03-14T02:30:15.`,
    )
  }
}
