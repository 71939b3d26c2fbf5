import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Tx } from '#server/mysql/connect.ts'
import type { ScheduledRow } from '#server/mysql/scheduled-messages.ts'
import { readWriterFacts, writerKey } from '#server/mysql/writer-facts.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { refusalError } from '../messages/refusal-error.ts'
import type { Resources } from '../resources.ts'
import { changeScheduled } from './change-scheduled.ts'
import { writeContent, type EditInput } from './edit-scheduled.ts'

export type RetryInput = Omit<EditInput, 'version' | 'zone'> & { id: MessageId; zone: string }

/**
 * T12: a failed message is scheduled again with a new time, and fixed text if given, under the same id: it still
 * becomes at most one message (I1).
 * @throws DomainError where it is not FAILED, the new time is refused, or what it failed of still stands
 */
export function retryFailed(resources: Resources, actor: Actor, input: RetryInput): Promise<ScheduledView> {
  return changeScheduled(resources, actor, input.id, async (tx, held) => {
    const { status } = held.row
    if (status === 'SENT') throw new DomainError('already_sent', { status })
    if (status === 'CANCELED') throw new DomainError('already_canceled', { status })
    if (status !== 'FAILED') throw new DomainError('edit_conflict', { status, version: held.row.version })
    await checkMayPost(tx, held.row)
    // A limit that it missed would stop it again; every other one is still its author's wish.
    const lifted = held.row.failReason === 'expired' && input.notAfter === undefined ? { notAfter: null } : {}
    const how = { as: 'retry', by: actor.memberId } as const
    return writeContent(tx, resources.zoneRules, held, { ...input, ...lifted }, how)
  })
}

/** Otherwise it would fail again at its second, for a reason that is known now. */
async function checkMayPost(tx: Tx, row: ScheduledRow): Promise<void> {
  const facts = (await readWriterFacts(tx, [row])).get(writerKey(row))
  const refusal = facts ? postingRefusal(facts.posting) : 'channel_deleted'
  if (refusal) throw refusalError(refusal, facts?.kind)
}
