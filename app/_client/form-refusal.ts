import { domainErrorOf } from './refusals.ts'
import { failureWords } from './words.ts'

/** Why a form was not saved. `ofName`: it is the name, so its field says it; anything else the form says. */
export type FormRefusal = { words: string; ofName: boolean }

export function formRefusal(error: unknown): FormRefusal {
  const code = domainErrorOf(error)?.code
  return { words: failureWords(error), ofName: code === 'name_invalid' || code === 'name_taken' }
}
