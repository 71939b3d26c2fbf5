import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkChangeable } from '#server/domain/scheduled-message/state.ts'
import { cancelRow } from '#server/mysql/scheduled-messages.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import { changeScheduled, type Change } from './change-scheduled.ts'

/**
 * Cancels; once this returns the message is never posted (I3). Cancelling a cancelled one is answered with it as it is.
 * @throws DomainError `already_sending`, `already_sent`, `already_failed`, `window_closed`
 */
export const cancelScheduled = (
  resources: Resources,
  actor: Actor,
  { id }: { id: MessageId },
): Promise<ScheduledView> => changeScheduled(resources, actor, id, cancelChange)

/** T7. */
export const cancelChange: Change = async (tx, { row, now }) => {
  if (row.status === 'CANCELED') return null
  checkChangeable(row, now)
  await cancelRow(tx, row, now)
  return { kind: 'canceled', detail: { sendAt: row.sendAt } }
}
