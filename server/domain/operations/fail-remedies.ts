import type { FailReason, LateCause } from '../scheduled-message/state.ts'

/** Why a message ended as FAILED, and what can be done, for whoever looks into it. */
export const FAIL_REMEDIES: Record<FailReason, { why: string; remedy: string }> = {
  author_deactivated: {
    why: 'its author was deactivated',
    remedy: 'activate the author under People, who can then schedule it again; or hand it over',
  },
  author_left_workspace: { why: 'its author was not in the workspace any more', remedy: 'invite the author again' },
  not_in_channel: {
    why: 'its author was not in the channel any more',
    remedy: 'let the author join again and schedule it again',
  },
  channel_archived: { why: 'the channel was archived', remedy: 'let the author schedule it for another channel' },
  channel_deleted: {
    why: 'the channel did not exist any more',
    remedy: 'let the author schedule it for another channel',
  },
  posting_restricted: {
    why: 'only administrators may post in the channel',
    remedy: 'let an administrator post it, or change the posting rule',
  },
  thread_deleted: {
    why: 'the thread it replies to was deleted',
    remedy: 'let the author schedule it as a new message',
  },
  message_too_long: {
    why: 'its text is longer than a message may be',
    remedy: 'let the author shorten it and schedule it again',
  },
  content_refused: {
    why: 'it says something that the workspace does not allow: its history names the word or the link',
    remedy: 'let the author change the text and schedule it again, or change the rule in the settings of the workspace',
  },
  files_gone: {
    why: 'a file of it was deleted',
    remedy: 'let the author take it out or put another one in, and schedule it again',
  },
  workspace_suspended: {
    why: 'the workspace was suspended',
    remedy: 'let the author schedule it again once it is active',
  },
  poison: {
    why: 'sending it went wrong five times',
    remedy: "look for its id in the senders' logs; the author can schedule it again once the cause is gone",
  },
  expired: {
    why: 'it was too late by the late policy or by its own "not later than"',
    remedy: 'look why no worker sent it in time; the author can schedule it again',
  },
  expired_after_restore: {
    why: 'it was due before a backup was restored and may have been sent by the lost system',
    remedy: 'nothing to repair; the author was told and can schedule it again',
  },
  replied_meanwhile: {
    why: 'its author wanted it sent only if nobody wrote there meanwhile, and somebody did',
    remedy: 'nothing to repair; the author was told and can schedule it again',
  },
  author_away: {
    why: 'its author wanted it sent only while not away, and was away',
    remedy: 'nothing to repair; the author was told and can schedule it again',
  },
  held_channel_archived: {
    why: 'the channel was archived, and its author wanted it held in that case',
    remedy:
      'nothing to repair; it waits among the drafts of its author, who can schedule it again once the channel is open',
  },
}

export const LATE_CAUSE_WORDS: Record<LateCause, string> = {
  workers_away: 'no dispatcher sent it, so the sweeper did',
  queue_away: 'Redis was away, so it was read from the database',
  retried: 'a first try went wrong',
  busy: 'the dispatchers were busy, or no worker ran at its second',
}
