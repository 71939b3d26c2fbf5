import { DomainError } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import { changeScheduled } from './change-scheduled.ts'
import { writeContent, type EditInput } from './edit-scheduled.ts'

export type RetryInput = Omit<EditInput, 'version' | 'sendAt' | 'zone'> & { id: MessageId; sendAt: number; zone: string }

/**
 * T12: a failed message is scheduled again with a new time, and fixed text if given, under the same id: it still
 * becomes at most one message (I1).
 * @throws DomainError where it is not FAILED, or the new time is refused
 */
export function retryFailed(resources: Resources, actor: Actor, input: RetryInput): Promise<ScheduledView> {
  return changeScheduled(resources, actor, input.id, async (tx, held) => {
    const { status } = held.row
    if (status === 'SENT') throw new DomainError('already_sent', { status })
    if (status === 'CANCELED') throw new DomainError('already_canceled', { status })
    if (status !== 'FAILED') throw new DomainError('edit_conflict', { status, version: held.row.version })
    return writeContent(tx, held, { ...input, notAfter: input.notAfter ?? null }, 'retry')
  })
}
