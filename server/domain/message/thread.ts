import type { MemberId, MessageId } from '../ids.ts'

/** What stands under the first message of a thread. */
export type Replies = {
  count: number
  /** When the last one was written, in epoch milliseconds. */
  lastMs: number
  /** Who wrote the latest, last first, each once. */
  memberIds: MemberId[]
}

/** So many are shown under a message. */
const MOST_NAMED = 5

/** A reply stands in its thread alone, unless its author wanted it in the channel too. */
export const standsInChannel = (message: { threadRootId: MessageId | null; alsoInChannel?: boolean | undefined }) =>
  !message.threadRootId || message.alsoInChannel === true

/** What its author asked for: only a reply can stand in both places. */
export const standsAlsoInChannel = (asked: {
  threadRootId?: MessageId | null | undefined
  alsoInChannel?: boolean | undefined
}): boolean => Boolean(asked.threadRootId) && asked.alsoInChannel === true

/** @param added in the order in which they were written */
export function addReplies(
  before: Replies | undefined,
  added: readonly { authorId: MemberId; createdMs: number }[],
): Replies {
  const authors = [...added.map(({ authorId }) => authorId).toReversed(), ...(before?.memberIds ?? [])]
  return {
    count: (before?.count ?? 0) + added.length,
    lastMs: added.at(-1)?.createdMs ?? before?.lastMs ?? 0,
    memberIds: [...new Set(authors)].slice(0, MOST_NAMED),
  }
}

/**
 * One of them was deleted. @param latest those that stand, last first: enough of them to name who wrote
 * @returns undefined where none is left
 */
export function withoutReply(
  before: Replies,
  latest: readonly { authorId: MemberId; createdMs: number }[],
): Replies | undefined {
  const [last] = latest
  if (!last) return undefined
  return {
    count: Math.max(latest.length, before.count - 1),
    lastMs: last.createdMs,
    memberIds: [...new Set(latest.map(({ authorId }) => authorId))].slice(0, MOST_NAMED),
  }
}
