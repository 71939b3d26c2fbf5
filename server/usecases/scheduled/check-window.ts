/** The limit of a door on how many messages wait for the same minutes, exact also for callers at the same moment. */
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import { fullestWindow, type WindowRule } from '#server/domain/scheduled-message/pending-window.ts'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { lockMembers } from '#server/mysql/members.ts'
import { listPendingIn, type WaitingThere } from '#server/mysql/scheduled-lists.ts'

type Limited = {
  workspaceId: WorkspaceId
  authorId: MemberId
  conversationId: ConversationId
  sendAt: EpochSeconds
  rule: WindowRule
}
/** What waits around the times that were asked for, by author and conversation. */
export type Windows = Map<string, WaitingThere[]>

const placeOf = (of: Pick<Limited, 'authorId' | 'conversationId'>) => `${of.authorId}:${of.conversationId}`

/** One author's limited calls run one after the other, so that none counts past another. */
export async function lockWindows(tx: Tx, limited: readonly Limited[]): Promise<Windows> {
  const windows: Windows = new Map(limited.map((one) => [placeOf(one), []]))
  if (limited.length === 0) return windows
  await lockMembers(
    tx,
    limited.map(({ workspaceId, authorId }) => ({ workspaceId, memberId: authorId })),
  )
  const stretches = limited.map((one) => {
    const reach = one.rule.window_s - 1
    return { ...one, from: one.sendAt - reach, to: one.sendAt + reach }
  })
  for (const waiting of await listPendingIn(tx, stretches)) windows.get(placeOf(waiting))?.push(waiting)
  return windows
}

/**
 * Takes a place in its window.
 * @throws DomainError `too_many_scheduled`
 */
export function enterWindow(windows: Windows, wanted: WaitingThere, rule: WindowRule): void {
  const there = windows.get(placeOf(wanted)) ?? []
  const perSecond = new Map<number, number>()
  for (const { id, sendAt } of there) {
    // A row that moves does not stand in its own way.
    if (id !== wanted.id) perSecond.set(sendAt, (perSecond.get(sendAt) ?? 0) + 1)
  }
  if (fullestWindow(perSecond, wanted.sendAt, rule.window_s) >= rule.most) {
    throw new DomainError('too_many_scheduled', { sendAt: wanted.sendAt, most: rule.most, window_s: rule.window_s })
  }
  there.push(wanted)
}
