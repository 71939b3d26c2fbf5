/**
 * What a time means here: in words, on the wall, or as an instant. Needs no server, and the host's zone plays no part.
 *
 *   npm run when -- "tue 4pm" --zone Europe/Berlin [--now 2026-12-05T10:00:00Z] [--locale en-GB] [--person "Ana=Asia/Tokyo"]
 *       [--theirs Asia/Tokyo] [--horizon 366]
 *   npm run when -- --wall 2027-03-14T02:30 --zone America/New_York [--choice earlier]
 *   npm run when -- --rule "FREQ=WEEKLY;BYDAY=MO" --wall 2026-12-07T09:00 --zone Europe/Berlin [--count 5] (when-rule.ts)
 *   npm run when -- 1770000000 [--zone Europe/Berlin --zone Asia/Tokyo]
 *
 * Each with --json for programs: JSON on standard output and nothing else. Exit: 0 a time, 1 none, 2 not asked rightly.
 */
import { showRule } from './when-rule.ts'
import { instantAnswer } from './when/instant-answer.ts'
import {
  isInstant,
  Misasked,
  parse,
  readQuestion,
  readRuleQuestion,
  type Answer,
  type Question,
} from './when/question.ts'
import { NoInstant } from './when/read-instant.ts'
import { wallAnswer } from './when/wall-answer.ts'
import { wordsAnswer } from './when/words-answer.ts'

const EXIT = { time: 0, none: 1, misasked: 2 } as const

process.exitCode = main(process.argv.slice(2))

function main(args: readonly string[]): number {
  try {
    const asked = parse(args)
    if (asked.values.rule !== undefined) return showRule(readRuleQuestion(asked))
    const question = readQuestion(asked)
    const answer = answerTo(question)
    if (question.json) console.log(answer.json)
    else if (answer.ok) console.log(answer.text)
    else console.error(answer.text)
    return answer.ok ? EXIT.time : EXIT.none
  } catch (error) {
    if (!(error instanceof Misasked || error instanceof NoInstant)) throw error
    if (args.includes('--json'))
      console.log(JSON.stringify({ ok: false, error: codeOf(error), message: error.message }))
    else console.error(error.message)
    return EXIT.misasked
  }
}

function codeOf(error: Misasked | NoInstant): string {
  return error instanceof Misasked ? error.code : 'no_instant'
}

function answerTo(question: Question): Answer {
  if (question.wall !== undefined) return wallAnswer(question, question.wall)
  if (isInstant(question.text)) return instantAnswer(question)
  return wordsAnswer(question)
}
