/** For tests: a conversation as the server would keep it, and a local copy without a database, both in memory. */
import type { ConversationId, MemberId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import type {
  CatchUpPage,
  Change,
  ConversationView,
  Frame,
  Head,
  MembershipView,
  MessageView,
} from '#server/protocol/frame.ts'
import { FRAME_VERSION } from '#server/protocol/frame-format.ts'
import { planEvent } from './apply-event.ts'
import { mergeConversation, type ListedConversation } from './merge-conversation.ts'
import type { ConversationRow, CursorRow, MembershipRow, MessageRow } from './rows.ts'
import type { Plan, SyncEvent } from './sync-event.ts'

export const HERE = '900' as ConversationId
export const ME = '7' as MemberId
const OTHER = '8' as MemberId
/** As the server's, but small enough for a short random run to pass it. */
const FAR_BEHIND = 12

export type ServerModel = ReturnType<typeof createServerModel>
type State = {
  messages: MessageView[]
  memberships: MembershipView[]
  conversation: ConversationView
  lastMessageSeq: number
}

export function createServerModel() {
  let epoch = 1
  let nextId = 1
  /** `states[n]` is how things stood when number n had happened. */
  let states: State[] = [{ messages: [], memberships: [], conversation: conversationAt(0), lastMessageSeq: 0 }]
  const published: { epoch: number; seq: number; change: Change }[] = []

  const lastSeq = () => states.length - 1
  const now = (): State =>
    states[lastSeq()] ?? { messages: [], memberships: [], conversation: conversationAt(0), lastMessageSeq: 0 }
  const head = (): Head => ({ conversationId: HERE, epoch, lastSeq: lastSeq(), lastMessageSeq: now().lastMessageSeq })

  function happen(change: Change, state: State): void {
    states.push(state)
    published.push({ epoch, seq: lastSeq(), change })
  }
  function postWithToken(clientToken: string | null, mine: boolean, threadRootId: MessageId | null = null): void {
    const seq = lastSeq() + 1
    const message: MessageView = {
      id: String(nextId++) as MessageId,
      seq,
      authorId: mine ? ME : OTHER,
      threadRootId,
      origin: 'typed',
      text: `text ${seq}`,
      payload: null,
      tsUs: String(seq),
      createdMs: seq,
      sendAt: null,
      clientToken,
      changedSeq: seq,
      editedMs: null,
      deletedMs: null,
    }
    happen({ type: 'message', message }, { ...now(), messages: [...now().messages, message], lastMessageSeq: seq })
  }
  function change(pick: number, changed: (seq: number) => Partial<MessageView>): void {
    const { messages } = now()
    const old = messages[pick % Math.max(1, messages.length)]
    if (!old) return
    const seq = lastSeq() + 1
    const message = { ...old, ...changed(seq), changedSeq: seq }
    happen(
      { type: 'message', message },
      { ...now(), messages: messages.map((one) => (one.id === old.id ? message : one)) },
    )
  }
  const newest = (limit: number) => now().messages.slice(-limit)

  return {
    head,
    messages: (): MessageRow[] => now().messages.map((message) => ({ ...message, conversationId: HERE })),
    memberships: (): MembershipRow[] =>
      now().memberships.map((membership) => ({ ...membership, conversationId: HERE })),
    conversation: () => now().conversation,
    hasToken: (token: string) =>
      now().messages.some((message) => message.authorId === ME && message.clientToken === token),

    post(mine: boolean): string | null {
      const token = mine ? `token-${nextId}` : null
      postWithToken(token, mine)
      return token
    },
    postWithToken,
    /** What the server said when one of one's own messages was posted, however long ago. */
    answer(pick: number): MessageView | null {
      const mine = published.flatMap(({ epoch: at, change: one }) =>
        at === epoch &&
        one.type === 'message' &&
        one.message.authorId === ME &&
        one.message.changedSeq === one.message.seq
          ? [one.message]
          : [],
      )
      return mine[pick % Math.max(1, mine.length)] ?? null
    },
    edit: (pick: number) => change(pick, (seq) => ({ text: `edited ${seq}`, editedMs: seq })),
    remove: (pick: number) => change(pick, (seq) => ({ text: '', deletedMs: seq, reactions: [] })),
    /** A reply, and behind it what that changes at the first message of its thread. */
    reply(pick: number): void {
      const { messages } = now()
      const root = messages[pick % Math.max(1, messages.length)]
      if (!root) return
      postWithToken(null, false, root.id)
      change(messages.indexOf(root), (seq) => ({
        replies: { count: (root.replies?.count ?? 0) + 1, lastMs: seq, memberIds: [OTHER] },
      }))
    },
    react: (pick: number) =>
      change(pick, (seq) => ({ reactions: [{ name: `emoji ${seq % 3}`, glyph: '', memberIds: [OTHER] }] })),
    setMembership(memberId: MemberId, active: boolean): void {
      const membership = { memberId, active, changedSeq: lastSeq() + 1 }
      const others = now().memberships.filter((one) => one.memberId !== memberId)
      happen({ type: 'membership', membership }, { ...now(), memberships: [...others, membership] })
    },
    setTopic(): void {
      const conversation = conversationAt(lastSeq() + 1)
      happen({ type: 'conversation', conversation }, { ...now(), conversation })
    },
    /** The standby that takes over never saw the last few changes: their numbers will be given again. */
    failOver(lost: number): void {
      states = states.slice(0, Math.max(1, states.length - lost))
      epoch += 1
    },

    listed: (): ListedConversation => ({
      conversation: now().conversation,
      head: head(),
      readSeq: 0,
      readTurn: 0,
      unread: 0,
      mentions: 0,
      memberIds: [],
    }),
    lastFrame: (): Frame => frameOf(published.slice(-1)),
    /** Any frame that was ever published, alone or as the relay would join it with what follows. */
    frame(pick: number): Frame | null {
      const first = pick % Math.max(1, published.length)
      const start = published[first]
      if (!start) return null
      const run = published.slice(first, first + 1 + ((pick >> 3) % 3))
      const joined = run.filter((one, index) => one.epoch === start.epoch && one.seq === start.seq + index)
      return frameOf(joined)
    },
    page(cursor: CursorRow, limit: number): SyncEvent {
      const stale = cursor.epoch !== epoch || cursor.seq > lastSeq() || lastSeq() - cursor.seq > FAR_BEHIND
      const page = stale ? newestPage(limit) : changesAfter(cursor.seq, limit)
      return { type: 'page', page, asked: cursor, limit }
    },
    history(asked: CursorRow, limit: number): SyncEvent {
      const earlier = now().messages.filter((message) => message.seq < asked.floorSeq)
      return { type: 'history', asked, messages: earlier.slice(-limit), more: earlier.length > limit }
    },
    /** A start from nothing, or over again for who holds `cursor`. */
    fresh(limit: number, cursor?: CursorRow): SyncEvent {
      return { type: 'page', page: newestPage(limit), asked: cursor ?? null, limit }
    },
  }

  function newestPage(limit: number): CatchUpPage {
    const changes = newest(limit).map((message): Change => ({ type: 'message', message }))
    return { conversationId: HERE, epoch, reset: true, changes, cursorSeq: lastSeq(), lastSeq: lastSeq(), more: false }
  }
  function changesAfter(seq: number, limit: number): CatchUpPage {
    const { messages, memberships, conversation } = now()
    const all: [number, Change][] = [
      ...messages.map((message): [number, Change] => [message.changedSeq, { type: 'message', message }]),
      ...memberships.map((membership): [number, Change] => [membership.changedSeq, { type: 'membership', membership }]),
      [conversation.changedSeq, { type: 'conversation', conversation }],
    ]
    const after = all
      .filter(([changedSeq]) => changedSeq > seq)
      .toSorted((a, b) => a[0] - b[0])
      .slice(0, limit)
    const full = after.length === limit
    const cursorSeq = full ? (after.at(-1)?.[0] ?? lastSeq()) : lastSeq()
    return {
      conversationId: HERE,
      epoch,
      reset: false,
      changes: after.map(([, one]) => one),
      cursorSeq,
      lastSeq: lastSeq(),
      more: full,
    }
  }
}

function conversationAt(changedSeq: number): ConversationView {
  return {
    id: HERE,
    kind: 'public',
    name: 'here',
    topic: `topic ${changedSeq}`,
    posting: 'everyone',
    archivedMs: null,
    changedSeq,
  }
}

function frameOf(run: readonly { epoch: number; seq: number; change: Change }[]): Frame {
  const [first, last] = [run[0], run.at(-1)]
  if (!first || !last) throw new Error('nothing was published')
  return {
    v: FRAME_VERSION,
    workspaceId: '1' as WorkspaceId,
    conversationId: HERE,
    epoch: first.epoch,
    fromSeq: first.seq,
    toSeq: last.seq,
    aclVersion: 1,
    changes: run.map((one) => one.change),
  }
}

export type LocalCopy = ReturnType<typeof createLocalCopy>

export function createLocalCopy() {
  const messages = new Map<MessageId, MessageRow>()
  const memberships = new Map<MemberId, MembershipRow>()
  const processed = new Map<MessageId, number>()
  const unsent = new Set<string>()
  let cursor: CursorRow | undefined
  let conversation: ConversationRow = {
    ...conversationAt(0),
    memberIds: [],
    readSeq: 0,
    epoch: 1,
    lastSeq: 0,
    lastMessageSeq: 0,
  }

  function forget(): void {
    for (const part of [messages, memberships, processed]) part.clear()
    cursor = undefined
  }

  return {
    apply(event: SyncEvent): Plan['verdict'] {
      const tokens = new Set(
        [...messages.values()].flatMap((row) => (row.authorId === ME && row.clientToken ? [row.clientToken] : [])),
      )
      const seqs = new Map([...memberships].map(([id, row]) => [id, row.changedSeq]))
      const plan = planEvent(
        { me: ME, cursor, messages, processed, memberships: seqs, conversation, sentTokens: tokens },
        event,
      )
      if (plan.clear) forget()
      for (const row of plan.messages) messages.set(row.id, row)
      for (const row of plan.memberships) memberships.set(row.memberId, row)
      for (const row of plan.processed) processed.set(row.id, row.changedSeq)
      if (plan.conversation) conversation = { ...conversation, ...plan.conversation }
      if (plan.cursor) cursor = plan.cursor
      for (const token of plan.sentTokens) unsent.delete(token)
      return plan.verdict
    },
    /** As after every new start: the list of conversations is fetched again. */
    refreshConversation: (listed: ListedConversation) => {
      conversation = mergeConversation(conversation, listed)
    },
    writeUnsent: (token: string) => void unsent.add(token),
    forget,
    evict(keep: number): void {
      const sorted = [...messages.values()].toSorted((a, b) => a.seq - b.seq)
      const lowestKept = sorted.at(-keep)
      if (!cursor || sorted.length <= keep || !lowestKept) return
      for (const row of sorted.slice(0, -keep)) messages.delete(row.id)
      cursor = { ...cursor, floorSeq: Math.max(cursor.floorSeq, lowestKept.seq) }
    },
    cursor: () => cursor,
    conversation: () => conversation,
    messages: () => [...messages.values()].toSorted((a, b) => a.seq - b.seq),
    memberships: () => [...memberships.values()],
    unsentTokens: () => [...unsent],
  }
}
