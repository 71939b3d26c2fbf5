import type { MemberId } from '#server/domain/ids.ts'
import type { ConversationView, Head } from '#server/protocol/frame.ts'
import type { ConversationRow } from './rows.ts'

/** One entry of the list of one's conversations, as the server gives it. */
export type ListedConversation = {
  conversation: ConversationView
  head: Head
  readSeq: number
  readTurn: number
  unread: number
  mentions: number
  memberIds: MemberId[]
}

/**
 * A list may have been read before or after the news that are here already: within an epoch the newer of each fact
 * stays, and a newer epoch takes all. Within a turn reading goes forward only, so a mark that is on its way is not undone.
 */
export function mergeConversation(local: ConversationRow | undefined, listed: ListedConversation): ConversationRow {
  const { conversation, head, readSeq, readTurn, unread, mentions, memberIds } = listed
  const fresh = {
    ...conversation,
    memberIds,
    readSeq,
    readTurn,
    epoch: head.epoch,
    lastSeq: head.lastSeq,
    lastMessageSeq: head.lastMessageSeq,
    listedUnread: { count: unread, mentions, upToSeq: head.lastMessageSeq },
  }
  if (!local || head.epoch > local.epoch) return fresh
  if (head.epoch < local.epoch) return local
  return {
    ...(conversation.changedSeq >= local.changedSeq ? fresh : local),
    memberIds,
    listedUnread: fresh.listedUnread,
    ...laterMark(local, { readSeq, readTurn }),
    epoch: local.epoch,
    lastSeq: Math.max(local.lastSeq, head.lastSeq),
    lastMessageSeq: Math.max(local.lastMessageSeq, head.lastMessageSeq),
  }
}

type Mark = Pick<ConversationRow, 'readSeq' | 'readTurn'>

function laterMark(local: Mark, listed: Mark): Mark {
  const [here, there] = [local.readTurn ?? 0, listed.readTurn ?? 0]
  if (here === there) return { readSeq: Math.max(local.readSeq, listed.readSeq), readTurn: here }
  const { readSeq } = here > there ? local : listed
  return { readSeq, readTurn: Math.max(here, there) }
}
