/**
 * Every code in plain words: what happened, why, and what to do. The one place where people-facing words for
 * closed unions stand; a new code does not compile until it has its words.
 */
import type { ErrorCode, ErrorFacts } from '#server/domain/errors.ts'
import { sizeWords } from '#server/domain/files/size-words.ts'
import type { FailReason, LateCause } from '#server/domain/scheduled-message/state.ts'
import type { EventKind } from '#server/protocol/scheduled-view.ts'
import { domainErrorOf, lostWords } from './refusals.ts'

/** Epoch seconds in words. */
type TellSecond = (at: number) => string

/** An expected error, for the person who caused it. @param tell a second as they read times; otherwise in UTC */
export function errorWords(code: ErrorCode, facts: ErrorFacts = {}, tell: TellSecond = inUtc): string {
  const words = ERROR_WORDS[code]
  return typeof words === 'function' ? words(facts, tell) : words
}

/** Any failed call, in words: an expected error, no connection, or a fault on our side. */
export function failureWords(error: unknown, tell: TellSecond = inUtc): string {
  const domain = domainErrorOf(error)
  if (domain) return errorWords(domain.code, domain.facts, tell)
  return lostWords(error)
}

const ERROR_WORDS: Record<ErrorCode, string | ((facts: ErrorFacts, tell: TellSecond) => string)> = {
  invalid_id: 'This link is incomplete or mistyped. Check that you copied all of it.',
  invalid_input: 'Something in the form is not in the expected shape. Check the fields and try again.',
  invalid_zone: 'That time zone is not known. Choose one from the list.',
  invalid_cursor: 'The list has moved on. Reload the page to see it as it is now.',
  text_empty: 'There is no text yet. Write something first.',
  text_too_long: ({ limit }) =>
    `The text is too long: ${count(limit ?? 40_000)} characters are the most. Shorten it or send it in parts.`,
  content_refused: ({ kind, found }) =>
    typeof found === 'string'
      ? `${contentWords(kind, found)} Change the text; nothing you typed is lost.`
      : 'It says something that this workspace does not allow. Change the text; nothing you typed is lost.',
  time_in_past: 'That time has already passed. Choose a later one.',
  time_too_far: ({ last }, tell) =>
    `That is too far ahead${typeof last === 'number' ? `: ${tell(last)} is the last moment here` : ''}. Choose an earlier time.`,
  time_does_not_match: ({ asked, wallClock, wallClock_means, zone }) =>
    typeof asked === 'number' && typeof wallClock_means === 'number'
      ? `Your browser and the server disagree about ${String(wallClock).replace('T', ' ')} in ${zone}: ${inUtc(asked)} by your browser, ${inUtc(wallClock_means)} by the server, whose time zone rules count. Nothing was saved.`
      : 'Your browser and the server read that time differently: their time zone rules differ. Choose the time again.',
  rule_invalid: ({ part, value }) =>
    `The repetition is not understood${typeof part === 'string' ? `: ${part} cannot be “${value}” there` : ''}. Choose it again.`,
  rule_never_happens: 'No day ever fits this repetition. Choose another one, or a later end.',
  name_taken: 'That name is already taken here. Choose another one.',
  name_invalid: ({ length }) =>
    typeof length === 'number' && length > 0
      ? 'That name is too long: 80 characters are the most.'
      : 'That cannot be a name: use letters and digits, and for channels - and _ between them.',
  emoji_unknown: ({ name }) => `There is no emoji called “${String(name)}”. Choose one from the list.`,
  not_signed_in: 'You are signed out. Sign in again to go on.',
  not_found: 'This does not exist, or you have no access to it.',
  not_allowed: 'Your role does not allow this. Ask an administrator of the workspace.',
  invitation_invalid: 'This invitation has expired or was withdrawn. Ask for a new link.',
  rate_limited: ({ retry_after_s }) =>
    `That was a lot in a short time. Wait ${typeof retry_after_s === 'number' ? `${retry_after_s} s` : 'a moment'} and try again.`,
  too_many_scheduled:
    'Too many messages are scheduled for this conversation around that time. Choose a time a few minutes away.',
  too_many_tokens: ({ limit }) =>
    `${typeof limit === 'number' ? limit : 'That many'} tokens in force are the most. Revoke one that is no longer used.`,
  too_many_webhooks: ({ limit }) =>
    `${typeof limit === 'number' ? limit : 'That many'} incoming webhooks in force are the most. Revoke one that is no longer used.`,
  conversation_archived:
    'This channel is archived: nobody can post in it until it is opened again. Write in another one.',
  not_in_conversation: 'You are not in this conversation. Join it first.',
  posting_restricted:
    'Only administrators may post in this channel. Ask one of them to post it, or choose another channel.',
  thread_not_found: 'The message this replies to was deleted. Post it as a new message.',
  already_in_conversation: 'That person is in this channel already, so nothing was left to do.',
  last_member: 'You are its last member. Archive the channel instead of leaving it.',
  last_owner: 'A workspace needs an owner. Make someone else an owner first.',
  not_for_direct_messages:
    'A direct message belongs to the people in it, so this cannot be done there. Use a channel instead.',
  too_many_pins: ({ limit }) =>
    `${count(limit ?? 100)} messages are pinned here already; that is the most. Take one down first.`,
  too_many_saved: ({ limit }) =>
    `You keep ${count(limit ?? 500)} messages already; that is the most. Let go of some of them first.`,
  too_many_reactions: ({ limit }) =>
    `This message has ${count(limit ?? 50)} different reactions already; that is the most. Join one of them.`,
  already_sending:
    'It is being sent at this very moment, so it can no longer be changed. You can edit or delete it where it was posted.',
  already_sent:
    'It has already been sent, so this change came too late. You can edit or delete it where it was posted.',
  already_canceled:
    'It was canceled in the meantime, so nothing is sent. You can schedule it again from the canceled ones.',
  already_failed: 'It could not be sent in the meantime. You can schedule it again from the list of failed messages.',
  edit_conflict: 'It was changed somewhere else while you were editing. Look at what it says now, then decide.',
  window_closed:
    'This workspace lets messages be changed only until shortly before they are due, and that moment has passed. It goes out as it was saved; you can edit or delete it afterwards.',
  series_ended: 'This repetition has ended. Schedule the message anew if it is still wanted.',
  series_paused: 'This repetition is paused, so nothing of it is waiting. Resume it first.',
  member_cannot_post: 'That person cannot post in this conversation. Choose someone who can, or add them first.',
  file_too_large: ({ limit }) =>
    `That file is too large: ${typeof limit === 'number' ? sizeWords(limit) : '100 MB'} are the most. Make it smaller, or put it somewhere else and post a link.`,
  file_incomplete: 'The file did not arrive whole. Try it again.',
  file_gone: 'A file of this message is no longer there. Take it out, or add it again.',
  too_many_files: ({ limit }) =>
    `That is too many files: ${typeof limit === 'number' ? limit : 'so many'} are the most. Send what you have first.`,
  token_reused: 'This was already submitted with other content. Reload the page and try once more.',
}

/** Why a message was not sent, and what its author can do. */
export const FAIL_WORDS: Record<FailReason, { reason: string; remedy: string }> = {
  author_deactivated: {
    reason: 'Your account was deactivated when it was due.',
    remedy: 'Now that it is active again, choose a new time if it is still wanted.',
  },
  author_left_workspace: {
    reason: 'You were not in the workspace when it was due.',
    remedy: 'Schedule it again now that you are back.',
  },
  not_in_channel: {
    reason: 'You were no longer in the channel when it was due.',
    remedy: 'Join the channel again, then reschedule; or copy the text elsewhere.',
  },
  channel_archived: {
    reason: 'The channel was archived before it was due.',
    remedy: 'Copy the text and post it in another channel.',
  },
  channel_deleted: {
    reason: 'The channel no longer existed when it was due.',
    remedy: 'Copy the text and post it in another channel.',
  },
  posting_restricted: {
    reason: 'Only administrators may post in that channel now.',
    remedy: 'Ask an administrator to post it, or choose another channel.',
  },
  thread_deleted: {
    reason: 'The thread it replied to was deleted.',
    remedy: 'Copy the text and post it as a new message.',
  },
  message_too_long: { reason: 'The text is longer than a message may be.', remedy: 'Shorten it, then reschedule.' },
  content_refused: {
    reason: 'It says something that this workspace does not allow; its history names it.',
    remedy: 'Change the text, then schedule it again.',
  },
  files_gone: {
    reason: 'A file of it was deleted before it was due.',
    remedy: 'Take the file out or add another one, then reschedule.',
  },
  workspace_suspended: {
    reason: 'The workspace was suspended when it was due.',
    remedy: 'Reschedule it once the workspace is active again.',
  },
  poison: {
    reason: 'Sending it failed again and again, for a reason on our side.',
    remedy: 'Reschedule it; if it fails once more, tell an administrator.',
  },
  expired: {
    reason: 'It could not be sent in time, and sending it too late was ruled out.',
    remedy: 'Choose a new time if it is still wanted.',
  },
  expired_after_restore: {
    reason: 'It was due while the server was being restored from a backup, and may have been sent before that.',
    remedy: 'Look into the conversation; if it is not there and still wanted, choose a new time.',
  },
  replied_meanwhile: {
    reason: 'Somebody wrote there after you scheduled it, and you wanted it sent only if nobody does.',
    remedy: 'Read what was written; if yours is still wanted, send it now or choose a new time.',
  },
  author_away: {
    reason: 'You were away when it was due, and you wanted it skipped then.',
    remedy: 'Choose a new time if it is still wanted.',
  },
  held_channel_archived: {
    reason: 'The channel was archived when it was due, so it was held for you.',
    remedy: 'Schedule it again once the channel is open, or copy the text into another channel.',
  },
}

/** What a workspace's rule for words and links has found. */
export const contentWords = (kind: unknown, found: string): string =>
  kind === 'link'
    ? `This workspace does not allow links to ${found}.`
    : `This workspace does not allow “${found}” in messages.`

/** The same for one message: a limit of its author's own is told as such. */
export function failWordsOf({
  failReason,
  notAfter,
  changedMs,
}: {
  failReason: FailReason | null
  notAfter: number | null
  changedMs: number
}): { reason: string; remedy: string } {
  if (failReason === null) return { reason: 'It could not be sent.', remedy: '' }
  const words = FAIL_WORDS[failReason]
  const byOwnLimit = failReason === 'expired' && notAfter !== null && changedMs >= (notAfter + 1) * 1000
  return byOwnLimit
    ? { ...words, reason: 'The latest time you allowed for it had passed before it could be sent.' }
    : words
}

/** Why a message went out late. */
export const LATE_WORDS: Record<LateCause, string> = {
  workers_away: 'the sending service was not running',
  queue_away: 'the queue was not reachable, so it was sent from the database',
  retried: 'the first attempt to send it failed',
  busy: 'many messages were due at the same moment',
}

export const EVENT_WORDS: Record<EventKind, string> = {
  created: 'Scheduled',
  edited: 'Text edited',
  rescheduled: 'Rescheduled',
  canceled: 'Canceled',
  send_now: 'Sent early by hand',
  sent: 'Sent',
  failed: 'Could not be sent',
  retried: 'Scheduled again',
  held: 'Taken out of the schedule, kept as a draft',
  handed_over: 'Handed over',
  rules_changed: 'Reckoned anew: the time zone’s rules changed',
  admin_read: 'Text read by an administrator',
}

/** Also where the zone's own rules are what is disputed. */
const inUtc = (at: number): string => `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

const count = (n: ErrorFacts[string]): string => (typeof n === 'number' ? n.toLocaleString('en-US') : String(n))
