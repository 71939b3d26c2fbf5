import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ConversationId, WorkspaceId } from '#server/domain/ids.ts'
import type { Row } from '#server/mysql/connect.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { closeResources, openResources, type Addresses } from '#server/usecases/open-resources.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'

export type SpikeFigures = {
  accepted: number
  sent: number
  duplicates: number
  early: number
  late_ms: { p50: number; p99: number; max: number }
}

const CONVERSATIONS = 50
const AHEAD_S = 8
const PATIENCE_MS = 120_000

/** Schedules `count` messages for one second through the use case and lets the running product send them. */
export async function measureSpike(addresses: Addresses, count: number): Promise<SpikeFigures> {
  const resources = await openResources(addresses)
  try {
    const workspaceId = await addWorkspace(resources)
    const places = await Promise.all(Array.from({ length: CONVERSATIONS }, () => addPlace(resources, workspaceId)))
    const sendAt = Math.floor((await loadDbNow(resources.mysql.read)) / 1000) + AHEAD_S
    const views = await Promise.all(
      Array.from({ length: count }, (_, i) => {
        const place = places[i % places.length]
        if (!place) throw new Error('no place')
        return scheduleMessage(resources, place.author, {
          conversationId: place.conversationId,
          text: `message ${i}`,
          sendAt,
          zone: 'Europe/Berlin',
          clientToken: randomUUID(),
        })
      }),
    )
    await untilSent(resources, workspaceId, count)
    return await figuresOf(resources, workspaceId, views.length)
  } finally {
    await closeResources(resources)
  }
}

async function addPlace(
  resources: Resources,
  workspaceId: WorkspaceId,
): Promise<{ author: Actor; conversationId: ConversationId }> {
  const author = await addMember(resources, workspaceId)
  return { author, conversationId: await addConversation(resources, [author]) }
}

async function untilSent({ mysql }: Resources, workspaceId: WorkspaceId, count: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const [rows] = await mysql.read.query<Row[]>(
      "SELECT COUNT(*) AS n FROM scheduled_message WHERE workspace_id = ? AND status IN ('SENT', 'FAILED')",
      [workspaceId],
    )
    if (Number(rows[0]?.n) >= count || performance.now() > deadline) return
    await sleep(200)
  }
}

async function figuresOf({ mysql }: Resources, workspaceId: WorkspaceId, accepted: number): Promise<SpikeFigures> {
  const [rows] = await mysql.read.query<Row[]>(
    'SELECT id, text, CAST(created_ms AS SIGNED) - CAST(send_at AS SIGNED) * 1000 AS late_ms FROM message WHERE workspace_id = ? ORDER BY late_ms',
    [workspaceId],
  )
  const late = rows.map((row) => Number(row.late_ms))
  const at = (share: number) => late[Math.min(late.length - 1, Math.floor(late.length * share))] ?? Number.NaN
  return {
    accepted,
    sent: rows.length,
    duplicates: rows.length - new Set(rows.map((row) => row.text)).size,
    early: late.filter((ms) => ms < 0).length,
    late_ms: { p50: at(0.5), p99: at(0.99), max: late.at(-1) ?? Number.NaN },
  }
}
