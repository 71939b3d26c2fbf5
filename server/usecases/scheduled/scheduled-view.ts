import { choiceOf } from '#server/domain/scheduled-message/guards.ts'
import { editWindow } from '#server/domain/scheduled-message/state.ts'
import type { ReadScheduled } from '#server/mysql/scheduled-messages.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'

/** As its author sees it through every door, with what may still be done (C1). */
export function viewOfScheduled({ row, now }: ReadScheduled): ScheduledView {
  return {
    id: row.id,
    conversationId: row.conversationId,
    authorId: row.authorId,
    threadRootId: row.threadRootId,
    ...(row.alsoInChannel ? { alsoInChannel: true } : {}),
    text: row.text,
    payload: row.payload,
    sendAt: row.sendAt,
    zone: row.zone,
    wallClock: row.wallClock,
    promised: row.promised,
    notAfter: row.notAfter,
    guards: choiceOf(row),
    status: row.status,
    version: row.version,
    failReason: row.failReason,
    sentSeq: row.sentSeq,
    sentAt_ms: row.sentAt_ms,
    lateCause: row.lateCause,
    ...editWindow(row, now),
    createdMs: row.createdMs,
    changedMs: row.changedMs,
    seriesId: row.seriesId,
    ...(row.seriesDay === null ? {} : { seriesDay: row.seriesDay }),
  }
}
