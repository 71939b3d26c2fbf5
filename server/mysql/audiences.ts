/** The clocks of a conversation's people. */
import type { ConversationId, WorkspaceId } from '#server/domain/ids.ts'
import type { AudienceGroup } from '#server/domain/time/working-hours.ts'
import type { Db, Row } from './connect.ts'
import { toWorkHours } from './members.ts'

/** Groups in an answer; what a conversation has beyond them are few people each. */
const MOST_GROUPS = 300

/**
 * How many people live by each clock, largest groups first: active members that are no bots, counted, not named.
 * Walks over the memberships (PRIMARY) and their members: 100,000 take half a second, so callers keep the answer.
 */
export async function countAudience(
  db: Db,
  workspaceId: WorkspaceId,
  conversationId: ConversationId,
): Promise<AudienceGroup[]> {
  const [rows] = await db.query<Row[]>(
    `SELECT p.zone, p.work_days, p.work_from_min, p.work_to_min, COUNT(*) AS people
     FROM channel_member m JOIN member p ON p.workspace_id = m.workspace_id AND p.id = m.member_id
     WHERE m.workspace_id = ? AND m.channel_id = ? AND m.left_ms IS NULL AND p.deactivated_ms IS NULL AND p.kind = 'person'
     GROUP BY p.zone, p.work_days, p.work_from_min, p.work_to_min ORDER BY people DESC, p.zone LIMIT ${MOST_GROUPS}`,
    [workspaceId, conversationId],
  )
  return rows.map((row) => ({
    zone: row.zone,
    hours: toWorkHours({
      work_days: row.work_days,
      work_from_min: row.work_from_min,
      work_to_min: row.work_to_min,
    }),
    people: Number(row.people),
  }))
}
