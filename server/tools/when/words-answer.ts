import { readWords } from '#server/domain/time/words/read-words.ts'
import { momentAnswer, refusedAnswer } from './moment-answer.ts'
import type { Answer, Question } from './question.ts'

/** Words, read exactly as the field of the schedule dialog reads them. */
export function wordsAnswer(question: Question): Answer {
  const { text, now, zone, locale, people, theirs, horizon_s } = question
  const result = readWords(text, { now, zone, locale, people, horizon_s, ...(theirs ? { theirs } : {}) })
  if (!result.ok) return refusedAnswer(result.error, result.message)
  const { ok: _, alternatives, ...moment } = result
  return momentAnswer(question, moment, alternatives)
}
