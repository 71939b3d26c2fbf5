import { randomUUID } from 'node:crypto'
import type { MessageId, RowId } from '#server/domain/ids.ts'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import type { EpochMillis, EpochSeconds, Seconds, ZoneId } from '#server/domain/time/units.ts'
import { wallClockAt } from '#server/domain/time/zone.ts'
import { addAuditEvents } from '#server/mysql/audit.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { insertScheduled, type NewScheduled } from '#server/mysql/scheduled-messages.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { enqueueDue } from '#server/redis/due-queue.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { Place } from './company.ts'

/** 185 bytes, about what people write. */
export const TEXT =
  'Reminder: the weekly review starts in ten minutes, please add your notes to the page first. '.repeat(2)

const ZONE = 'Europe/Berlin' as ZoneId
const ROWS = 1_000
const AT_ONCE = 4

export type Filled = { rows: NewScheduled[] }

/**
 * Rows as the accept path writes them, with their audit line, in large transactions; then their ids into the fast queue.
 * @param sendAtOf the second of the i-th message
 * @param enqueue false leaves Redis to the hydrator
 */
export async function fillScheduled(
  resources: Resources,
  places: readonly Place[],
  count: number,
  sendAtOf: (i: number) => number,
  enqueue = true,
  zoneOf: (i: number) => ZoneId = () => ZONE,
): Promise<Filled> {
  const rows = Array.from({ length: count }, (_, i) => newRow(resources, places, i, sendAtOf(i), zoneOf(i)))
  const now = await loadDbNow(resources.mysql.read)
  const parts = Array.from({ length: Math.ceil(count / ROWS) }, (_, i) => rows.slice(i * ROWS, (i + 1) * ROWS))
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let part = parts.pop(); part; part = parts.pop()) await writePart(resources, part, now, enqueue)
    }),
  )
  return { rows }
}

async function writePart(
  resources: Resources,
  part: NewScheduled[],
  now: EpochMillis,
  enqueue: boolean,
): Promise<void> {
  await withTransaction(resources.mysql, async (tx) => {
    await insertScheduled(tx, part, now)
    await addAuditEvents(
      tx,
      part.map(({ workspaceId, id: scheduledId, authorId: actorId, sendAt }) => ({
        workspaceId,
        scheduledId,
        id: resources.makeId<RowId>(),
        kind: 'created',
        actorId,
        client: 'bench',
        at_ms: now,
        detail: { sendAt },
      })),
    )
  })
  if (enqueue) await loadIds(resources, part)
}

const REDIS_BACK_MS = 10_000

/** While the setup writes at full speed Redis may leave a ping unanswered and count as away: asked again, it is given the same. */
async function loadIds({ redis }: Resources, part: readonly NewScheduled[]): Promise<void> {
  const ids = part.map((row) => ({ lane: row.lane, ref: row, wakeAt_ms: (row.sendAt * 1000) as EpochMillis }))
  try {
    await enqueueDue(redis, ids)
  } catch {
    await redis.waitReady(REDIS_BACK_MS)
    await enqueueDue(redis, ids)
  }
}

function newRow({ makeId }: Resources, places: readonly Place[], i: number, at: number, zone: ZoneId): NewScheduled {
  const place = places[i % places.length]
  const authorId = place?.memberIds[Math.floor(i / places.length) % place.memberIds.length]
  if (!place || !authorId) throw new Error('a company without channels or people')
  const sendAt = at as EpochSeconds
  return {
    workspaceId: place.workspaceId,
    id: makeId<MessageId>(),
    authorId,
    conversationId: place.conversationId,
    threadRootId: null,
    alsoInChannel: false,
    text: TEXT,
    payload: null,
    sendAt,
    zone,
    wallClock: wallClockAt(sendAt, zone),
    zoneRules: 'bench',
    promised: 'instant',
    notAfter: null,
    quietAfterSeq: null,
    holdIfArchived: false,
    skipIfAway: false,
    freeze_s: 0 as Seconds,
    createHash: '0'.repeat(64),
    lane: laneOf(place.conversationId),
    clientToken: randomUUID(),
  }
}
