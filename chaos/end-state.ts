import { LANES } from '#server/domain/partition/lane-of.ts'
import { claimKey } from '#server/domain/partition/redis-keys.ts'
import type { WorkspaceId } from '#server/domain/ids.ts'
import type { Row } from '#server/mysql/connect.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { inSnapshot } from '#server/mysql/whole-tables.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { EndState } from './history.ts'

/**
 * What the database holds of the run's workspace at one moment, read past all wires. One moment, because a send between two
 * reads would look like a message whose row was never sent.
 */
export async function readEndState({ mysql, redis }: Resources, workspaceId: WorkspaceId): Promise<EndState> {
  const tables = await inSnapshot(mysql, async (tx) => {
    const read = async (sql: string) => (await tx.query<Row[]>(sql, [workspaceId]))[0]
    return {
      scheduled: await read(
        `SELECT id, status, author_id, channel_id, send_at, fail_reason, late_cause, sent_seq, quiet_after_seq, series_id, series_day
         FROM scheduled_message WHERE workspace_id = ?`,
      ),
      messages: await read(
        'SELECT id, channel_id, author_id, seq, text, origin, send_at, created_ms FROM message WHERE workspace_id = ?',
      ),
      notices: await read(`SELECT scheduled_id FROM notice WHERE workspace_id = ? AND kind = 'scheduled_failed'`),
      channels: await read('SELECT id, last_seq, epoch FROM channel WHERE workspace_id = ?'),
      outbox: await read('SELECT COUNT(*) AS n FROM outbox WHERE workspace_id = ?'),
    }
  })
  const { scheduled, messages, notices, channels, outbox } = tables
  const claims = await Promise.all(LANES.map((lane) => redis.client.zcard(claimKey(lane))))
  return {
    now_ms: await loadDbNow(mysql.read),
    scheduled: scheduled.map((row) => ({
      id: row.id,
      status: row.status,
      failReason: row.fail_reason,
      lateCause: row.late_cause,
      sentSeq: numberOrNull(row.sent_seq),
      authorId: row.author_id,
      conversationId: row.channel_id,
      sendAt: Number(row.send_at),
      quietAfterSeq: numberOrNull(row.quiet_after_seq),
      seriesId: row.series_id,
      seriesDay: row.series_day,
    })),
    messages: messages.map((row) => ({
      id: row.id,
      conversationId: row.channel_id,
      seq: Number(row.seq),
      text: row.text,
      origin: row.origin,
      sendAt: numberOrNull(row.send_at),
      createdMs: Number(row.created_ms),
      authorId: row.author_id,
    })),
    noticed: notices.map((row) => row.scheduled_id),
    epochs: Object.fromEntries(channels.map((row) => [row.id, Number(row.epoch)])),
    lastSeqs: Object.fromEntries(channels.map((row) => [row.id, Number(row.last_seq)])),
    outboxLeft: Number(outbox[0]?.n ?? 0),
    claimsLeft: claims.reduce((sum, n) => sum + n, 0),
  }
}

const numberOrNull = (cell: unknown): number | null => (cell === null ? null : Number(cell))
