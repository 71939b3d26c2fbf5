/** The limit of a door on how many messages wait for the same minutes, exact also for callers at the same moment. */
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MemberId, MessageId, WorkspaceId } from '#server/domain/ids.ts'
import { fullestWindow, type WindowRule } from '#server/domain/scheduled-message/pending-window.ts'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { lockMembers } from '#server/mysql/members.ts'
import { countPendingPerSecond } from '#server/mysql/scheduled-lists.ts'

type Limited = { actor: { workspaceId: WorkspaceId; memberId: MemberId }; input: { perWindow?: WindowRule } }
type Waiting = {
  workspaceId: WorkspaceId
  authorId: MemberId
  conversationId: ConversationId
  id: MessageId
  sendAt: EpochSeconds
}

/** One author's limited calls run one after the other, so that none counts past another. */
export function lockWindows(tx: Tx, wanted: readonly Limited[]): Promise<void> {
  return lockMembers(
    tx,
    wanted.filter(({ input }) => input.perWindow !== undefined).map(({ actor }) => actor),
  )
}

/**
 * @param alongside about to be inserted by the same transaction
 * @throws DomainError `too_many_scheduled`
 */
export async function checkWindow(
  tx: Tx,
  wanted: Waiting,
  rule: WindowRule,
  alongside: readonly Waiting[],
): Promise<void> {
  const reach = rule.window_s - 1
  const perSecond = await countPendingPerSecond(tx, wanted, wanted.sendAt - reach, wanted.sendAt + reach)
  for (const other of alongside) {
    if (other.authorId !== wanted.authorId || other.conversationId !== wanted.conversationId) continue
    perSecond.set(other.sendAt, (perSecond.get(other.sendAt) ?? 0) + 1)
  }
  if (fullestWindow(perSecond, wanted.sendAt, rule.window_s) >= rule.most) {
    throw new DomainError('too_many_scheduled', { sendAt: wanted.sendAt, most: rule.most, window_s: rule.window_s })
  }
}
