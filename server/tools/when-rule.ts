/**
 * `when --rule`: the occurrences of a recurrence rule, as a series of scheduled messages would have them. Needs no server.
 *
 *   npm run when -- --rule "FREQ=WEEKLY;BYDAY=MO" --wall 2026-12-07T09:00 --zone Europe/Berlin [--count 5] [--now ISO] [--json]
 *
 * `--wall` is the first occurrence's wall clock and the time of day of all; with `--now` only later ones are shown.
 */
import { DomainError, type ErrorCode, type ErrorFacts } from '#server/domain/errors.ts'
import { occurrencesOf, type Occurrence } from '#server/domain/recurrence/occurrences.ts'
import { ruleWords } from '#server/domain/recurrence/rule-words.ts'
import { parseRule } from '#server/domain/recurrence/rule.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import type { EpochSeconds, ZoneId } from '#server/domain/time/units.ts'
import { wallClockAt } from '#server/domain/time/zone.ts'

type RuleQuestion = {
  rule: string
  wall?: string | undefined
  zone: ZoneId
  count?: string | undefined
  now?: EpochSeconds | undefined
}
type RuleAnswer =
  | { ok: true; zone: ZoneId; occurrences: { epochSeconds: number; wallClock: string; kind: Occurrence['kind'] }[] }
  | { ok: false; error: ErrorCode; message: string }

const MOST_SHOWN = 1_000

/** Prints the answer. @returns exit code: 0 shown, 1 no day fits, 2 not asked rightly */
export function showRule({ json, ...question }: RuleQuestion & { json?: boolean | undefined }): number {
  const answer = answerRule(question)
  if (json) console.log(JSON.stringify(answer))
  else if (answer.ok) console.log(ruleText(question))
  else console.error(answer.message)
  if (answer.ok) return 0
  return answer.error === 'rule_never_happens' ? 1 : 2
}

/** What `--json` prints. */
export function answerRule(question: RuleQuestion): RuleAnswer {
  try {
    return {
      ok: true,
      zone: question.zone,
      occurrences: read(question).found.map(({ sendAt, wallClock, kind }) => ({
        epochSeconds: sendAt,
        wallClock,
        kind,
      })),
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { ok: false, error: error.code, message: messageOf(error.code, error.facts) }
  }
}

/** The same for people: the rule in words, then a line for each. @throws DomainError */
function ruleText(question: RuleQuestion): string {
  const { rule, wall, zone, found } = read(question)
  const lines = found.map(({ sendAt, wallClock, kind }) => {
    const day = new Date(`${wallClock}Z`).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })
    return `  ${day} ${wallClock}  ${sendAt}${marks[kind](wallClockAt(sendAt, zone))}`
  })
  return [`${ruleWords(rule, wall, wall.slice(11, 16))} (${zone})`, ...(lines.length > 0 ? lines : ['  no more'])].join(
    '\n',
  )
}

const marks: Record<Occurrence['kind'], (shown: string) => string> = {
  exact: () => '',
  gap: (shown) => `  does not exist that day: sent at ${shown.slice(11, 16)}`,
  fold: () => '  comes twice that day: sent at the first',
}

function read(question: RuleQuestion) {
  if (question.wall === undefined)
    throw new DomainError('invalid_input', {
      field: 'wall',
      value: '',
      expected: 'the first wall clock: 2026-12-07T09:00',
    })
  const { zone, wall, now } = question
  const rule = parseRule(question.rule)
  checkWall(wall, zone)
  const found = occurrencesOf({ rule, start: wall, zone }, readCount(question.count), now)
  if (found.length === 0 && now === undefined) throw new DomainError('rule_never_happens')
  return { rule, wall, zone, found }
}

/** @throws DomainError that says what is wrong with it, also where no instant is so early or late */
function checkWall(wall: string, zone: ZoneId): void {
  try {
    resolveSendAt(wall, zone)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new DomainError('invalid_input', {
      field: 'wallClock',
      value: wall,
      expected: 'a time between 1970 and 5138',
    })
  }
}

function readCount(text = '5'): number {
  const count = /^\d{1,4}$/.test(text) ? Number(text) : 0
  if (count < 1 || count > MOST_SHOWN)
    throw new DomainError('invalid_input', { field: 'count', value: text, expected: `1 to ${MOST_SHOWN}` })
  return count
}

function messageOf(code: ErrorCode, { part, field, value, expected }: ErrorFacts): string {
  if (code === 'rule_never_happens') return 'No day ever fits this rule.'
  const name = code === 'rule_invalid' ? part : `--${field === 'wallClock' ? 'wall' : field}`
  return `${name}: "${value}" is not understood; expected ${expected ?? 'a time of a calendar, such as 2026-12-07T09:00'}.`
}
