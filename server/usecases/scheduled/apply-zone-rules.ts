/**
 * Keeps the promise of the wall clock when the rules of a time zone change (T6): what waits and was reckoned with an older
 * edition of the tz database is reckoned anew. Whose instant moved is told, and the audit trail has both times.
 *
 * Any number may run, beside every sender and author: each row is decided under its lock (I3, I8). A process with an older
 * edition than a row leaves it alone.
 */
import type { MemberId, RowId } from '#server/domain/ids.ts'
import { LANES } from '#server/domain/partition/lane-of.ts'
import { isOlderRules, underRules } from '#server/domain/time/rules-change.ts'
import type { EpochMillis, EpochSeconds } from '#server/domain/time/units.ts'
import { addAuditEvents, addNotices } from '#server/mysql/audit.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { listByOtherRules, type OtherRulesRow } from '#server/mysql/due-rows.ts'
import { rescheduleRow, type ReadScheduled, type ScheduledRow } from '#server/mysql/scheduled-messages.ts'
import { confirmRules, lockScheduledRows } from '#server/mysql/send-rows.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { Resources } from '../resources.ts'
import { announceDue } from './announce-due.ts'
import { signalAuthors } from './signal-authors.ts'

const PAGE = 100

/** `confirmed`: the same instant by the new rules too. `moved`: another instant, or another wall clock for a promised one. */
export type RulesReport = { confirmed: number; moved: number }

/** One pass over everything that waits. */
export async function applyZoneRules(resources: Resources): Promise<RulesReport> {
  const { version } = resources.zoneRules
  const report = { confirmed: 0, moved: 0 }
  for (const lane of LANES) {
    let after: OtherRulesRow | null = null
    for (;;) {
      const page: OtherRulesRow[] = await listByOtherRules(resources.mysql.read, lane, version, after, PAGE)
      const older = page.filter(({ zoneRules }) => isOlderRules(zoneRules, version))
      if (older.length > 0) {
        const done = await reckonAnew(resources, older)
        report.confirmed += done.confirmed
        report.moved += done.moved
      }
      if (page.length < PAGE) break
      after = page.at(-1) ?? null
    }
  }
  return report
}

async function reckonAnew(resources: Resources, refs: readonly OtherRulesRow[]): Promise<RulesReport> {
  const { confirmed, moved } = await withTransaction(resources.mysql, async (tx) => {
    const held = await lockScheduledRows(tx, refs)
    const changed: ScheduledRow[] = []
    const same: ScheduledRow[] = []
    for (const each of held.values()) {
      if (!mayMove(each, resources.zoneRules.version)) continue
      const after = await moveRow(resources, tx, each)
      if (after) changed.push(after)
      else same.push(each.row)
    }
    await confirmRules(tx, same, resources.zoneRules.version)
    return { confirmed: same.length, moved: changed }
  })
  await announceDue(
    resources,
    moved.map((row) => ({ ...row, wakeAt_ms: (row.sendAt * 1000) as EpochMillis })),
  )
  await signalAuthors(
    resources,
    [...new Set<MemberId>(moved.map(({ authorId }) => authorId))],
    ['scheduled', 'notices'],
  )
  return { confirmed, moved: moved.length }
}

/** What is being sent, was tried or is due keeps the second it had. */
const mayMove = ({ row, now }: ReadScheduled, version: string): boolean =>
  row.status === 'SCHEDULED' && row.attempts === 0 && row.sendAt * 1000 > now && isOlderRules(row.zoneRules, version)

/** "Not later than" was said by the same clock: it stays as far from the message as it was. */
const movedAlong = ({ notAfter, sendAt }: ScheduledRow, movedTo: EpochSeconds): EpochSeconds | null =>
  notAfter === null ? null : ((notAfter + movedTo - sendAt) as EpochSeconds)

/** T14. @returns the row as it is now, or null where its time is what it was */
async function moveRow(
  { makeId, zoneRules }: Resources,
  tx: Tx,
  { row, now }: ReadScheduled,
): Promise<ScheduledRow | null> {
  const { workspaceId, id: scheduledId, authorId, conversationId, zone } = row
  const time = underRules(row, zoneRules.offsetAt)
  if (time.sendAt === row.sendAt && time.wallClock === row.wallClock) return null
  const after = { ...row, ...time, notAfter: movedAlong(row, time.sendAt), zoneRules: zoneRules.version }
  await rescheduleRow(tx, row, after, now)
  const told = ({ sendAt, wallClock, zoneRules: rules }: ScheduledRow) => ({ sendAt, zone, wallClock, rules })
  const detail = { before: told(row), after: told(after) }
  const event = { workspaceId, scheduledId, id: makeId<RowId>(), at_ms: now, actorId: null, client: 'system' }
  await addAuditEvents(tx, [{ ...event, kind: 'rules_changed', detail }])
  if (after.sendAt !== row.sendAt) {
    const notice = { workspaceId, memberId: authorId, id: makeId<RowId>(), scheduledId, createdMs: now }
    const { sendAt, wallClock } = after
    await addNotices(tx, [
      { ...notice, kind: 'rules_changed', detail: { conversationId, sendAt, zone, wallClock, wasAt: row.sendAt } },
    ])
  }
  return after
}
