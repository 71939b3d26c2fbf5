/**
 * Expected failures: a closed list of codes, each with the facts a person needs.
 * Doors map codes to their own form once (`server/trpc/error-map.ts`, `server/slack/error-map.ts`).
 */
export const ERROR_CODES = [
  // input
  'invalid_id',
  'invalid_input',
  'invalid_zone',
  'invalid_cursor',
  'text_empty',
  'text_too_long',
  'content_refused',
  'time_in_past',
  'time_too_far',
  'time_does_not_match',
  'rule_invalid',
  'rule_never_happens',
  'name_taken',
  'name_invalid',
  'emoji_unknown',
  // authority
  'not_signed_in',
  'not_found',
  'not_allowed',
  'invitation_invalid',
  'rate_limited',
  'too_many_scheduled',
  'too_many_tokens',
  'too_many_webhooks',
  // state of a conversation
  'conversation_archived',
  'not_in_conversation',
  'posting_restricted',
  'thread_not_found',
  'already_in_conversation',
  'last_member',
  'last_owner',
  'not_for_direct_messages',
  // state of a message
  'too_many_reactions',
  'too_many_pins',
  'too_many_saved',
  // state of a scheduled message (C2)
  'already_sending',
  'already_sent',
  'already_canceled',
  'already_failed',
  'edit_conflict',
  'window_closed',
  // state of a series (T4)
  'series_ended',
  'series_paused',
  'member_cannot_post',
  // files
  'file_too_large',
  'file_incomplete',
  'file_gone',
  'too_many_files',
  // idempotency (C9)
  'token_reused',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

export type ErrorFacts = Record<string, string | number | boolean | null>

export class DomainError extends Error {
  override readonly name = 'DomainError'
  constructor(
    readonly code: ErrorCode,
    /** What was wrong and with which value; never a secret and never message text. */
    readonly facts: ErrorFacts = {},
  ) {
    super(`${code} ${JSON.stringify(facts)}`)
  }
}
