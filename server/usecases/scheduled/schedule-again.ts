import { DomainError } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { choiceOf } from '#server/domain/scheduled-message/guards.ts'
import { asPromised } from '#server/domain/time/send-time.ts'
import { readScheduled, type ScheduledRow } from '#server/mysql/scheduled-messages.ts'
import { readSeries } from '#server/mysql/series.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import type { ScheduleInput } from './new-scheduled.ts'
import { scheduleMessage } from './schedule-message.ts'

/**
 * What was cancelled, for the same second, as a new message with everything that belonged to it. The cancelled one stays
 * cancelled, so nothing that was promised of it becomes untrue (I3). Of a series it is the message of its day again, which
 * the series withdraws like any other.
 * @throws DomainError where it is not cancelled, or what stands against scheduling it now; `series_paused`, `series_ended`,
 * and `edit_conflict` where the series was changed since
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
  const series = await placeInSeries(resources, row)
  const { conversationId, threadRootId, alsoInChannel, text, payload, notAfter } = row
  return scheduleMessage(resources, actor, {
    conversationId,
    threadRootId,
    alsoInChannel,
    text,
    payload,
    ...asPromised(row),
    notAfter,
    guards: choiceOf(row),
    clientToken: input.clientToken,
    ...(series ? { series } : {}),
  })
}

/** What its series was before it was cancelled, it still is; the accepting transaction looks again under its lock. */
async function placeInSeries({ mysql }: Resources, row: ScheduledRow): Promise<ScheduleInput['series']> {
  const { workspaceId, id, seriesId, seriesDay: day } = row
  const read = seriesId && (await readSeries(mysql.read, workspaceId, seriesId))
  if (!read) return undefined
  const { status, version, authorId, changedMs } = read.row
  if (status !== 'ACTIVE') throw new DomainError(status === 'PAUSED' ? 'series_paused' : 'series_ended', { seriesId })
  if (day === null || authorId !== row.authorId || changedMs > row.changedMs)
    throw new DomainError('edit_conflict', { version })
  return { id: seriesId, version, day, insteadOf: id }
}
