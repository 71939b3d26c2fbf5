/** Domain errors become Slack's codes here; a method names those of its codes that differ. */
import type { DomainError, ErrorCode, ErrorFacts } from '#server/domain/errors.ts'
import { SlackError } from './slack-error.ts'

export type ErrorOverrides = Partial<Record<ErrorCode, string>>

const CODES: Record<ErrorCode, string> = {
  invalid_id: 'invalid_arguments',
  invalid_input: 'invalid_arguments',
  invalid_zone: 'invalid_arguments',
  invalid_cursor: 'invalid_cursor',
  text_empty: 'no_text',
  text_too_long: 'msg_too_long',
  content_refused: 'restricted_action',
  time_in_past: 'time_in_past',
  time_too_far: 'time_too_far',
  time_does_not_match: 'invalid_time',
  // Slack has no such codes: it has no recurrence.
  rule_invalid: 'invalid_recurrence',
  rule_never_happens: 'invalid_recurrence',
  name_taken: 'name_taken',
  name_invalid: 'invalid_name',
  emoji_unknown: 'invalid_name',
  not_signed_in: 'invalid_auth',
  not_found: 'channel_not_found',
  not_allowed: 'restricted_action',
  invitation_invalid: 'invalid_arguments',
  rate_limited: 'ratelimited',
  too_many_scheduled: 'restricted_too_many',
  too_many_tokens: 'restricted_action',
  too_many_webhooks: 'restricted_action',
  conversation_archived: 'is_archived',
  not_in_conversation: 'not_in_channel',
  posting_restricted: 'restricted_action_read_only_channel',
  thread_not_found: 'thread_not_found',
  already_in_conversation: 'already_in_channel',
  last_member: 'last_member',
  last_owner: 'restricted_action',
  too_many_pins: 'too_many_pins',
  too_many_saved: 'limit_reached',
  too_many_reactions: 'too_many_emoji',
  not_for_direct_messages: 'method_not_supported_for_channel_type',
  already_sending: 'invalid_scheduled_message_id',
  already_sent: 'invalid_scheduled_message_id',
  already_canceled: 'invalid_scheduled_message_id',
  already_failed: 'invalid_scheduled_message_id',
  edit_conflict: 'invalid_scheduled_message_id',
  window_closed: 'invalid_scheduled_message_id',
  series_ended: 'invalid_series_id',
  series_paused: 'invalid_series_id',
  member_cannot_post: 'user_not_in_channel',
  file_too_large: 'file_upload_size_restricted',
  file_incomplete: 'file_update_failed',
  file_gone: 'file_not_found',
  too_many_files: 'storage_limit_reached',
  // Slack has no such code: it has no idempotency keys.
  token_reused: 'idempotency_key_reused',
}

/** What the code alone does not say. Facts of other codes hold ids in a form that programs do not know. */
const EXPLANATIONS: Partial<Record<ErrorCode, (facts: ErrorFacts) => string>> = {
  invalid_input: (f) =>
    f.field === 'notAfter'
      ? `not_after ${f.value} is before post_at ${f.sendAt} [json-pointer:/not_after]`
      : `${f.field} is not acceptable: ${f.value ?? f.problem ?? f.expected}`,
  text_too_long: (f) => `text has ${f.length} characters, at most ${f.limit} are allowed [json-pointer:/text]`,
  content_refused: (f) =>
    f.kind === 'link'
      ? `the workspace does not allow links to ${f.found}`
      : `the workspace does not allow "${f.found}" in messages`,
  invalid_zone: (f) =>
    `time_zone "${f.zone}" is no zone of the IANA list, such as Europe/Berlin [json-pointer:/time_zone]`,
  time_does_not_match: (f) =>
    `post_at ${f.asked} shows ${f.asked_shows} in ${f.zone}, while wall_clock ${f.wallClock} there is ${f.wallClock_means} [json-pointer:/post_at]`,
  time_in_past: (f) => `post_at ${f.sendAt} is not after now, which is ${f.now} here [json-pointer:/post_at]`,
  time_too_far: (f) => `post_at ${f.sendAt} is later than ${f.last}, the furthest allowed [json-pointer:/post_at]`,
  rule_invalid: (f) =>
    `recurrence.rule: ${f.part}=${f.value} is not understood, expected ${f.expected} [json-pointer:/recurrence]`,
  rule_never_happens: () => 'recurrence.rule: no day ever fits this rule [json-pointer:/recurrence]',
  too_many_scheduled: (f) =>
    `${f.most} messages of yours wait for the ${f.window_s} seconds around ${f.sendAt} in this channel, which is the most [json-pointer:/post_at]`,
  file_too_large: (f) => `length ${f.bytes} is above ${f.limit} bytes, the largest allowed [json-pointer:/length]`,
  file_incomplete: (f) => `bytes are missing: ${f.here ?? f.bytes ?? 0} of ${f.expected} are here`,
  not_allowed: (f) => `not allowed: ${f.reason ?? f.action ?? 'your role does not include it'}`,
  already_sending: () => 'it is being sent at this moment',
  window_closed: () => 'too close to its time: this workspace does not allow changes any more',
  token_reused: () =>
    'this client_msg_id or Idempotency-Key was used for another message; take a new one, or repeat the same content',
}

export function toSlackError(error: DomainError, overrides: ErrorOverrides = {}): SlackError {
  const explain = EXPLANATIONS[error.code]
  return new SlackError(overrides[error.code] ?? CODES[error.code], explain ? [`[ERROR] ${explain(error.facts)}`] : [])
}
