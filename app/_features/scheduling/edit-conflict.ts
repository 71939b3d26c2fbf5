import type { ErrorCode } from '#server/domain/errors.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'

/** What stands in the way of an edit in progress: seen live in the list, or told by the server. */
export type EditConflict = Extract<
  ErrorCode,
  'edit_conflict' | 'already_sending' | 'already_sent' | 'already_canceled' | 'already_failed' | 'window_closed'
>

/**
 * @param base what the author had before them when they began
 * @param now_ms the server's time
 */
export function conflictWith(base: ScheduledView, current: ScheduledView, now_ms: number): EditConflict | null {
  switch (current.status) {
    case 'SENT':
      return 'already_sent'
    case 'CANCELED':
      return 'already_canceled'
    case 'FAILED':
      return base.status === 'FAILED' ? null : 'already_failed'
    case 'DISPATCHING':
      return current.canEdit ? null : 'already_sending'
    case 'SCHEDULED':
      if (current.version !== base.version) return 'edit_conflict'
      return current.editableUntil < current.sendAt && current.editableUntil * 1000 <= now_ms ? 'window_closed' : null
  }
}
