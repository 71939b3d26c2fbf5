/**
 * The one way a conversation's membership or properties change: under its lock, each change with a number of its own
 * (I5), a new acl_version where membership changed, one outbox row; told after the commit. Whoever came or went learns
 * that their rights changed (I7); series that can go on there no longer are looked at by the job (T4).
 */
import { must } from '#server/domain/assert.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MemberId, RowId, WorkspaceId } from '#server/domain/ids.ts'
import { flushChannels, lockChannels, takeNumber, type LockedChannel } from '#server/mysql/channel-locks.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { loadConversation, updateConversation, type ConversationChanges } from '#server/mysql/conversations.ts'
import { setMembership } from '#server/mysql/memberships.ts'
import { addOutbox, rangesOf } from '#server/mysql/outbox.ts'
import { wakeSeriesIn, wakeSeriesOf } from '#server/mysql/series.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { Change } from '#server/protocol/frame.ts'
import { frameOf } from '../messages/frames.ts'
import { publishCommitted, type Committed } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { toConversationView } from './conversation-view.ts'

export type ConversationChange = {
  readonly channel: LockedChannel
  setMembership(memberId: MemberId, active: boolean): Promise<void>
  update(changed: ConversationChanges): Promise<void>
}

/**
 * Runs `work` in one transaction that holds the conversation's lock. It must decide from what it
 * reads inside: after a passing error the whole runs again. What it changed is published after the commit.
 * @throws DomainError `not_found` if the workspace has no such conversation
 */
export async function changeConversation<T>(
  resources: Resources,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
  work: (tx: Tx, change: ConversationChange) => Promise<T>,
): Promise<T> {
  const { result, committed } = await withTransaction(resources.mysql, async (tx) => {
    const channel = (await lockChannels(tx, [{ workspaceId, conversationId }])).get(conversationId)
    if (!channel) throw new DomainError('not_found', { conversation: conversationId })
    const noted: Noted = { changes: [], members: new Set() }
    const answer = await work(tx, recordChanges(tx, channel, noted))
    return { result: answer, committed: await closeChange(tx, resources.makeId<RowId>(), channel, noted) }
  })
  await publishCommitted(resources, committed)
  return result
}

type Noted = { changes: Change[]; members: Set<MemberId> }

function recordChanges(tx: Tx, channel: LockedChannel, noted: Noted): ConversationChange {
  const { workspaceId, conversationId } = channel
  return {
    channel,
    async setMembership(memberId, active) {
      const changedSeq = takeNumber(channel)
      await setMembership(tx, workspaceId, conversationId, { memberId, active, changedSeq })
      if (!active) await wakeSeriesOf(tx, workspaceId, memberId, conversationId)
      noted.members.add(memberId)
      noted.changes.push({ type: 'membership', membership: { memberId, active, changedSeq } })
    },
    async update(changed) {
      await updateConversation(tx, workspaceId, conversationId, changed, takeNumber(channel))
      if (changed.archived) await wakeSeriesIn(tx, workspaceId, conversationId)
      const stored = must(await loadConversation(tx, workspaceId, conversationId), 'a locked conversation exists')
      noted.changes.push({ type: 'conversation', conversation: toConversationView(stored) })
    },
  }
}

async function closeChange(tx: Tx, outboxId: RowId, channel: LockedChannel, noted: Noted): Promise<Committed> {
  if (noted.changes.length === 0) return { outbox: null, frames: [], signals: [] }
  if (noted.members.size > 0) channel.aclVersion += 1
  await flushChannels(tx, [channel])
  const members = [...noted.members]
  const outbox = await addOutbox(tx, outboxId, {
    ranges: rangesOf([channel]),
    members: members.map((memberId) => [channel.workspaceId, memberId]),
  })
  return { outbox, frames: [frameOf(channel, noted.changes)], signals: toSignals(members) }
}

/** Rights changed: their gateways reload what each of them may read. */
export const toSignals = (members: readonly MemberId[]) =>
  members.map((memberId) => ({ memberId, signal: { type: 'memberships' as const } }))
