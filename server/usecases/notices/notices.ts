import type { RowId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Violation } from '#server/domain/moderation/content-rules.ts'
import { listUnseenNotices, markNoticesSeen as markRows } from '#server/mysql/audit.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import type { NoticeView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'

/** What the actor must still be told: failures and late sends, newest first (C5, C7). */
export async function listNotices(resources: Resources, actor: Actor): Promise<NoticeView[]> {
  const notices = await listUnseenNotices(resources.mysql.read, actor.workspaceId, actor.memberId)
  return notices.map(({ id, kind, scheduledId, createdMs, detail }) => ({
    id,
    kind,
    scheduledId: kind.startsWith('series_') ? null : (scheduledId as NoticeView['scheduledId']),
    seriesId: kind.startsWith('series_') ? (scheduledId as NoticeView['seriesId']) : null,
    conversationId: detail.conversationId as NoticeView['conversationId'],
    actorId: (detail.actorId ?? null) as NoticeView['actorId'],
    reason: (detail.reason ?? null) as NoticeView['reason'],
    violation: typeof detail.found === 'string' ? ({ kind: detail.kind, found: detail.found } as Violation) : null,
    lateCause: (detail.cause ?? null) as NoticeView['lateCause'],
    sendAt: Number(detail.sendAt),
    createdMs,
  }))
}

export async function markNoticesSeen(resources: Resources, actor: Actor, ids: readonly RowId[]): Promise<void> {
  const { read } = resources.mysql
  await markRows(read, actor.workspaceId, actor.memberId, ids, await loadDbNow(read))
}
