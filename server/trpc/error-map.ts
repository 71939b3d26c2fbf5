/** Domain errors become tRPC errors here and nowhere else. The code and its facts travel in `data.domain`. */
import { TRPCError } from '@trpc/server'
import { z } from 'zod'
import { DomainError, type ErrorCode, type ErrorFacts } from '#server/domain/errors.ts'

type TrpcCode = TRPCError['code']

const CODES: Record<ErrorCode, TrpcCode> = {
  invalid_id: 'BAD_REQUEST',
  invalid_input: 'BAD_REQUEST',
  invalid_zone: 'BAD_REQUEST',
  invalid_cursor: 'BAD_REQUEST',
  text_empty: 'BAD_REQUEST',
  text_too_long: 'BAD_REQUEST',
  content_refused: 'FORBIDDEN',
  time_in_past: 'BAD_REQUEST',
  time_too_far: 'BAD_REQUEST',
  time_does_not_match: 'BAD_REQUEST',
  rule_invalid: 'BAD_REQUEST',
  rule_never_happens: 'BAD_REQUEST',
  name_taken: 'CONFLICT',
  emoji_unknown: 'BAD_REQUEST',
  too_many_pins: 'CONFLICT',
  too_many_saved: 'CONFLICT',
  too_many_reactions: 'CONFLICT',
  name_invalid: 'BAD_REQUEST',
  not_signed_in: 'UNAUTHORIZED',
  not_found: 'NOT_FOUND',
  not_allowed: 'FORBIDDEN',
  invitation_invalid: 'NOT_FOUND',
  rate_limited: 'TOO_MANY_REQUESTS',
  too_many_scheduled: 'TOO_MANY_REQUESTS',
  too_many_tokens: 'TOO_MANY_REQUESTS',
  too_many_webhooks: 'TOO_MANY_REQUESTS',
  conversation_archived: 'CONFLICT',
  not_in_conversation: 'FORBIDDEN',
  posting_restricted: 'FORBIDDEN',
  thread_not_found: 'NOT_FOUND',
  already_in_conversation: 'CONFLICT',
  last_member: 'CONFLICT',
  last_owner: 'CONFLICT',
  not_for_direct_messages: 'BAD_REQUEST',
  already_sending: 'CONFLICT',
  already_sent: 'CONFLICT',
  already_canceled: 'CONFLICT',
  already_failed: 'CONFLICT',
  edit_conflict: 'CONFLICT',
  window_closed: 'CONFLICT',
  series_ended: 'CONFLICT',
  series_paused: 'CONFLICT',
  member_cannot_post: 'CONFLICT',
  file_too_large: 'PAYLOAD_TOO_LARGE',
  file_incomplete: 'CONFLICT',
  file_gone: 'CONFLICT',
  too_many_files: 'BAD_REQUEST',
  token_reused: 'CONFLICT',
}

export type DomainFailure = { code: ErrorCode; facts: ErrorFacts }

export const toTrpcError = (error: DomainError) =>
  new TRPCError({ code: CODES[error.code], message: error.code, cause: error })

/** What the browser is told: a domain code with its facts, for malformed input the field; null for what was not expected. */
export function domainFailureOf(error: TRPCError): DomainFailure | null {
  if (error.cause instanceof DomainError) return { code: error.cause.code, facts: error.cause.facts }
  if (error.cause instanceof z.ZodError) {
    const [issue] = error.cause.issues
    return { code: 'invalid_input', facts: { field: issue?.path.join('.') ?? '', problem: issue?.message ?? '' } }
  }
  return null
}
