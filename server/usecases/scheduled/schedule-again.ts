import { DomainError } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { choiceOf } from '#server/domain/scheduled-message/guards.ts'
import { readScheduled } from '#server/mysql/scheduled-messages.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import { scheduleMessage } from './schedule-message.ts'

/**
 * What was cancelled, for the same second, as a new message with everything that belonged to it. The cancelled one stays
 * cancelled, so nothing that was promised of it becomes untrue (I3).
 * @throws DomainError where it is not cancelled, or what stands against scheduling it now
 */
export async function scheduleAgain(
  resources: Resources,
  actor: Actor,
  input: { id: MessageId; clientToken: string },
): Promise<ScheduledView> {
  const read = await readScheduled(resources.mysql.read, actor.workspaceId, input.id)
  if (!read) throw new DomainError('not_found', { id: input.id })
  const { row } = read
  authorize(actor, { to: 'see-scheduled', scheduled: row })
  if (row.status !== 'CANCELED') throw new DomainError('edit_conflict', { status: row.status, version: row.version })
  const { conversationId, threadRootId, text, payload, sendAt, zone, wallClock, promised, notAfter } = row
  return scheduleMessage(resources, actor, {
    conversationId,
    threadRootId,
    text,
    payload,
    sendAt,
    zone,
    // An instant that was asked for without a wall clock stays one.
    ...(promised === 'instant' ? {} : { wallClock }),
    notAfter,
    guards: choiceOf(row),
    clientToken: input.clientToken,
  })
}
