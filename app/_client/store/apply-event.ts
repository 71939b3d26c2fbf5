/**
 * What one piece of news means for the local copy of one conversation. Pure: the same copy and the same news always
 * give the same plan, so a repeated, late or reordered piece changes nothing that matters (I6).
 *
 * Three rules carry it. A row is replaced only by a newer `changedSeq`. The cursor moves by a live frame only if the
 * frame begins right behind it, otherwise by catch-up. A message that carries the client token of something unsent
 * takes its place in the same write.
 */
import type { ConversationId } from '#server/domain/ids.ts'
import type { CatchUpPage, Change, Frame, Head, MessageView } from '#server/protocol/frame.ts'
import type { ConversationRow, CursorRow, MembershipRow, MessageRow, ProcessedRow } from './rows.ts'
import type { LocalView, Plan, SyncEvent } from './sync-event.ts'

const NOTHING: Plan = {
  verdict: 'repeated',
  clear: false,
  messages: [],
  memberships: [],
  processed: [],
  conversation: null,
  cursor: null,
  unsent: null,
  sentTokens: [],
}

export function planEvent(local: LocalView, event: SyncEvent): Plan {
  switch (event.type) {
    case 'frame':
      return planFrame(local, event.frame)
    case 'page':
      return planPage(local, event)
    case 'history':
      return planHistory(local, event)
    case 'head':
      return planHead(local, event.head)
    case 'posted':
      return planPosted(local, event.conversationId, event.message)
    case 'optimistic':
      return local.sentTokens.has(event.unsent.clientToken)
        ? NOTHING
        : { ...NOTHING, verdict: 'applied', unsent: event.unsent }
  }
}

function planFrame(local: LocalView, frame: Frame): Plan {
  const { conversationId } = frame
  const { cursor } = local
  if (isOver(frame.epoch, local)) return stale(local)
  const conversation = advance(local, {
    epoch: frame.epoch,
    lastSeq: frame.toSeq,
    lastMessageSeq: lastMessageOf(frame.changes),
  })
  if (!cursor) return { ...NOTHING, verdict: 'behind', conversation, sentTokens: tokensOf(local, frame.changes) }
  if (frame.epoch > cursor.epoch) return { ...NOTHING, verdict: 'reset', conversation }
  if (frame.toSeq <= cursor.seq) return { ...NOTHING, sentTokens: tokensOf(local, frame.changes) }
  const changes = planChanges(local, conversationId, cursor.floorSeq, frame.changes)
  const follows = frame.fromSeq === cursor.seq + 1
  return {
    ...changes,
    verdict: follows ? 'applied' : 'behind',
    conversation: { ...changes.conversation, ...conversation },
    cursor: follows ? { ...cursor, seq: frame.toSeq } : null,
  }
}

function planPage(local: LocalView, { page, asked, limit }: Extract<SyncEvent, { type: 'page' }>): Plan {
  const { cursor } = local
  if (isOver(page.epoch, local)) return stale(local)
  const conversation = advance(local, {
    epoch: page.epoch,
    lastSeq: page.lastSeq,
    lastMessageSeq: lastMessageOf(page.changes),
  })
  if (page.reset) {
    // Something else brought the copy further while the page was on its way.
    const moved = cursor?.seq !== asked?.seq || !isOfCopy(cursor, asked)
    return moved ? { ...NOTHING, verdict: 'behind', conversation } : { ...startAnew(local, page, limit), conversation }
  }
  if (!cursor || page.epoch > cursor.epoch) return { ...NOTHING, verdict: 'reset', conversation }
  // Started anew while the page was on its way: it no longer fits.
  if (!isOfCopy(cursor, asked)) return { ...NOTHING, verdict: 'behind', conversation }
  const seq = Math.max(cursor.seq, page.cursorSeq)
  const changes = planChanges(local, page.conversationId, cursor.floorSeq, page.changes)
  return {
    ...changes,
    verdict: page.more || seq < page.lastSeq ? 'behind' : 'applied',
    conversation: { ...changes.conversation, ...conversation },
    cursor: { ...cursor, seq },
  }
}

function planHistory(local: LocalView, event: Extract<SyncEvent, { type: 'history' }>): Plan {
  const { cursor } = local
  const { asked, more } = event
  if (!cursor) return { ...NOTHING, verdict: 'behind' }
  // Started anew since: what changed before that start was never heard of, so this page may be older than it looks.
  if (!isOfCopy(cursor, asked)) return NOTHING
  // Evicted since: this page would leave a hole above it.
  if (asked.floorSeq < cursor.floorSeq) return NOTHING
  // Changed after the page was read, and the change was let go because the message was not here: read again.
  const isOld = (message: MessageView) => (local.processed.get(message.id) ?? 0) > message.changedSeq
  if (event.messages.some(isOld)) return { ...NOTHING, verdict: 'behind' }
  const messages = event.messages.filter(
    (message) => message.changedSeq > (local.messages.get(message.id)?.changedSeq ?? -1),
  )
  const lowest = more ? (event.messages[0]?.seq ?? asked.floorSeq) : 0
  return {
    ...NOTHING,
    verdict: 'applied',
    messages: messages.map((message) => ({ ...message, conversationId: asked.conversationId })),
    cursor: { ...cursor, floorSeq: Math.min(cursor.floorSeq, lowest) },
    sentTokens: tokensOfMessages(local, event.messages),
  }
}

function planHead(local: LocalView, head: Head): Plan {
  const { cursor } = local
  if (isOver(head.epoch, local)) return stale(local)
  const conversation = advance(local, standOf(head))
  if (!cursor) return { ...NOTHING, verdict: 'behind', conversation }
  if (head.epoch > cursor.epoch) return { ...NOTHING, verdict: 'reset', conversation }
  return { ...NOTHING, verdict: head.lastSeq > cursor.seq ? 'behind' : 'repeated', conversation }
}

/** Shown at once where it belongs; the cursor waits for the frame, so what lies between is not skipped. */
function planPosted(local: LocalView, conversationId: ConversationId, message: MessageView): Plan {
  const changes = planChanges(local, conversationId, local.cursor?.floorSeq ?? 0, [{ type: 'message', message }])
  return { ...changes, verdict: local.cursor ? 'applied' : 'behind' }
}

function planChanges(
  local: LocalView,
  conversationId: ConversationId,
  floorSeq: number,
  changes: readonly Change[],
): Plan {
  const plan = {
    ...NOTHING,
    messages: [] as MessageRow[],
    memberships: [] as MembershipRow[],
    processed: [] as ProcessedRow[],
  }
  for (const change of newestOfEach(changes)) {
    if (change.type === 'conversation') {
      if (change.conversation.changedSeq > (local.conversation?.changedSeq ?? -1))
        plan.conversation = { ...change.conversation }
    } else if (change.type === 'membership') {
      const { membership } = change
      if (membership.changedSeq > (local.memberships.get(membership.memberId) ?? -1)) {
        plan.memberships.push({ ...membership, conversationId })
      }
    } else {
      const { message } = change
      const stored = local.messages.get(message.id)
      const processed = local.processed.get(message.id) ?? -1
      if (message.changedSeq <= processed) continue
      // Also where a page of history brought the row already: once it is evicted only this tells an older page from it.
      plan.processed.push({ conversationId, id: message.id, changedSeq: message.changedSeq })
      if (message.changedSeq <= (stored?.changedSeq ?? -1)) continue
      // Below the floor only the fact is kept that it changed: the message itself comes with its history.
      if (stored || message.seq >= floorSeq) plan.messages.push({ ...message, conversationId })
    }
  }
  return { ...plan, sentTokens: tokensOf(local, changes) }
}

function startAnew(local: LocalView, page: CatchUpPage, limit: number): Plan {
  const { conversationId, epoch, cursorSeq } = page
  const messages = page.changes.flatMap((change) => (change.type === 'message' ? [change.message] : []))
  const floorSeq = messages.length < limit ? 0 : (messages[0]?.seq ?? 0)
  return {
    ...NOTHING,
    verdict: 'applied',
    clear: true,
    messages: messages.map((message) => ({ ...message, conversationId })),
    processed: messages.map((message) => ({ conversationId, id: message.id, changedSeq: message.changedSeq })),
    cursor: { conversationId, epoch, seq: cursorSeq, floorSeq, startSeq: cursorSeq },
    sentTokens: tokensOfMessages(local, messages),
  }
}

/** A newer epoch was heard of, so this one says nothing any more. */
const isOver = (epoch: number, { cursor, conversation }: LocalView): boolean =>
  epoch < Math.max(cursor?.epoch ?? 0, conversation?.epoch ?? 0)

/** News of an epoch that is over, at most a reminder that the copy is of that epoch too. */
function stale({ cursor, conversation }: LocalView): Plan {
  return cursor && conversation && cursor.epoch < conversation.epoch ? { ...NOTHING, verdict: 'reset' } : NOTHING
}

/** Whether the copy is still the one from which `asked` was taken. */
const isOfCopy = (cursor: CursorRow | undefined, asked: CursorRow | null): boolean =>
  cursor?.epoch === asked?.epoch && cursor?.startSeq === asked?.startSeq

type Stand = { epoch: number; lastSeq: number; lastMessageSeq: number }

const standOf = ({ epoch, lastSeq, lastMessageSeq }: Head): Stand => ({ epoch, lastSeq, lastMessageSeq })

/** The furthest that was heard of, or null where nothing is new. Never back within an epoch: news may be out of order. */
function advance({ conversation: known }: LocalView, heard: Stand): Partial<ConversationRow> | null {
  if (!known || heard.epoch < known.epoch) return null
  // Name and topic are of the old epoch now: zero lets any reading of the new one replace them.
  if (heard.epoch > known.epoch) return { ...heard, changedSeq: 0 }
  const lastSeq = Math.max(known.lastSeq, heard.lastSeq)
  const lastMessageSeq = Math.max(known.lastMessageSeq, heard.lastMessageSeq)
  if (lastSeq === known.lastSeq && lastMessageSeq === known.lastMessageSeq) return null
  return { lastSeq, lastMessageSeq }
}

/** A page or frame may name a row more than once; the last state counts. */
function newestOfEach(changes: readonly Change[]): Change[] {
  const newest = new Map<string, Change>()
  for (const change of changes) {
    const key = keyOf(change)
    const seen = newest.get(key)
    if (!seen || changedSeqOf(change) > changedSeqOf(seen)) newest.set(key, change)
  }
  return [...newest.values()]
}

function keyOf(change: Change): string {
  if (change.type === 'message') return `message ${change.message.id}`
  return change.type === 'membership' ? `membership ${change.membership.memberId}` : 'conversation'
}

function changedSeqOf(change: Change): number {
  if (change.type === 'message') return change.message.changedSeq
  return change.type === 'membership' ? change.membership.changedSeq : change.conversation.changedSeq
}

const lastMessageOf = (changes: readonly Change[]): number =>
  changes.reduce((last, change) => (change.type === 'message' ? Math.max(last, change.message.seq) : last), 0)

const tokensOf = (local: LocalView, changes: readonly Change[]): string[] =>
  tokensOfMessages(
    local,
    changes.flatMap((change) => (change.type === 'message' ? [change.message] : [])),
  )

/** Tokens are unique per author: another's equal token is not ours. */
const tokensOfMessages = ({ me }: LocalView, messages: readonly MessageView[]): string[] =>
  messages.flatMap((message) => (message.authorId === me && message.clientToken !== null ? [message.clientToken] : []))
