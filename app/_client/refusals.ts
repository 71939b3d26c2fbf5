/** What a failed call was: an expected error, no answer, or a fault on our side. In words: `words.ts`. */
import { ERROR_CODES, type ErrorCode, type ErrorFacts } from '#server/domain/errors.ts'

/** The expected error that a call was answered with (`data.domain` of a tRPC error), or null. */
export function domainErrorOf(error: unknown): { code: ErrorCode; facts: ErrorFacts } | null {
  const domain = field(field(error, 'data'), 'domain')
  const code = field(domain, 'code')
  const known = ERROR_CODES.find((each) => each === code)
  return known ? { code: known, facts: (field(domain, 'facts') ?? {}) as ErrorFacts } : null
}

/** False: the question or its answer was lost on the way, so the same may be asked again. */
export const answeredByServer = (error: unknown): boolean =>
  typeof field(error, 'data') === 'object' && field(error, 'data') !== null

/** In words, where no expected error came back. They stand here because a page that could not be fetched needs them. */
export const lostWords = (error: unknown): string =>
  answeredByServer(error)
    ? 'Something went wrong on our side. Nothing you typed is lost; please try again.'
    : 'The server cannot be reached right now. Nothing you typed is lost; try again when you are back online.'

const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? (value as Record<string, unknown>)[name] : undefined
