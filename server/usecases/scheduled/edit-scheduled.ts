import { DomainError } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import { choiceOf, type GuardChoice, type Guards, keptNotAfter } from '#server/domain/scheduled-message/guards.ts'
import { checkChangeable } from '#server/domain/scheduled-message/state.ts'
import type { WindowRule } from '#server/domain/scheduled-message/pending-window.ts'
import { checkSendTime, checkWithinHorizon, type Choice } from '#server/domain/time/send-time.ts'
import type { EpochSeconds, Seconds } from '#server/domain/time/units.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import type { ZoneRules } from '#server/domain/time/zone-rules.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { readLastSeq } from '#server/mysql/guard-reads.ts'
import {
  rescheduleRow,
  type ReadScheduled,
  type ScheduledContent,
  type ScheduledRow,
} from '#server/mysql/scheduled-messages.ts'
import { readHorizon } from '#server/mysql/workspace-rules.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { checkContent } from '../moderation/check-content.ts'
import type { Resources } from '../resources.ts'
import { changeScheduled, type Change, type ChangeFacts } from './change-scheduled.ts'
import { enterWindow, lockWindows } from './check-window.ts'

/** Only what is given changes. */
export type EditInput = {
  id: MessageId
  /** What the author had before them; another tab's change in between is a conflict. Omitted: whatever is there. */
  version?: number
  text?: string
  payload?: string | null
  sendAt?: number
  zone?: string
  wallClock?: string
  choice?: Choice
  notAfter?: number | null
  /** Each one that is not given stays. */
  guards?: Partial<GuardChoice>
  horizon_s?: Seconds
  /** As when it was scheduled. */
  perWindow?: WindowRule
}

/**
 * Edits text, time and guards while the row is the author's to change; it stays armed throughout. Nothing changed: same
 * version, no audit line.
 * @throws DomainError `already_sending`, `already_sent`, `already_canceled`, `already_failed`, `window_closed`, `edit_conflict`
 */
export const editScheduled = (resources: Resources, actor: Actor, input: EditInput): Promise<ScheduledView> =>
  changeScheduled(resources, actor, input.id, editChange(resources.zoneRules, input))

/** T8 and T9. */
export const editChange =
  (zoneRules: ZoneRules, input: Omit<EditInput, 'id'>): Change =>
  async (tx, held) => {
    checkChangeable(held.row, held.now)
    checkVersion(held, input.version)
    return writeContent(tx, zoneRules, held, input, 'edit')
  }

/** @throws DomainError `edit_conflict` with the version that is there now */
function checkVersion({ row }: ReadScheduled, seen: number | undefined): void {
  if (seen !== undefined && seen !== row.version) throw new DomainError('edit_conflict', { seen, version: row.version })
}

/** Writes the new content and says what changed. */
export async function writeContent(
  tx: Tx,
  rules: ZoneRules,
  held: ReadScheduled,
  input: Omit<EditInput, 'id' | 'version'>,
  as: 'edit' | 'retry',
): Promise<ChangeFacts> {
  const { row, now } = held
  const wanted = contentOf(rules, held, input)
  const moved = (['sendAt', 'zone', 'wallClock'] as const).some((part) => wanted[part] !== row[part])
  const conditions = changedConditions(row, wanted)
  const rewritten = wanted.text !== row.text || wanted.payload !== row.payload || conditions !== null
  if (as === 'edit' && !moved && !rewritten) return null
  // What waits unchanged is asked when it is sent: a new time for it is no reason to refuse.
  if (wanted.text !== row.text || wanted.payload !== row.payload || as === 'retry')
    await checkContent(tx, row.workspaceId, wanted)
  const content = { ...wanted, ...(await guardsFrom(tx, row, wanted.guards)) }
  if (content.sendAt !== row.sendAt || as === 'retry') {
    checkWithinHorizon(content.sendAt, now, input.horizon_s ?? (await readHorizon(tx, row.workspaceId)))
  }
  if (input.perWindow && content.sendAt !== row.sendAt) {
    const moving = { ...row, sendAt: content.sendAt }
    enterWindow(await lockWindows(tx, [{ ...moving, rule: input.perWindow }]), moving, input.perWindow)
  }
  if (content.notAfter !== null && content.notAfter < content.sendAt) {
    throw new DomainError('invalid_input', {
      field: 'notAfter',
      value: content.notAfter,
      sendAt: content.sendAt,
      expected: 'not before sendAt',
    })
  }
  await rescheduleRow(tx, row, content, now)
  const told = ({ text, sendAt, zone, wallClock }: Told) => ({ text, sendAt, zone, wallClock })
  return {
    kind: as === 'retry' ? 'retried' : rewritten ? 'edited' : 'rescheduled',
    detail: { before: { ...told(row), ...conditions?.before }, after: { ...told(content), ...conditions?.after } },
  }
}
type Told = Pick<ScheduledContent, 'text' | 'sendAt' | 'zone' | 'wallClock'>

type Conditions = { notAfter: number | null; guards: GuardChoice }

/** What the message depends on before and after, or null where that stays. */
function changedConditions(row: ScheduledRow, wanted: Wanted): { before: Conditions; after: Conditions } | null {
  const before = { notAfter: row.notAfter, guards: choiceOf(row) }
  const after = { notAfter: wanted.notAfter, guards: wanted.guards }
  return JSON.stringify(before) === JSON.stringify(after) ? null : { before, after }
}

/** Whatever is stored anew, its author has seen what was written until now: only later messages count as replies. */
async function guardsFrom(tx: Tx, row: ScheduledRow, guards: GuardChoice): Promise<Guards> {
  const { unlessReplied, holdIfArchived, skipIfAway } = guards
  const quietAfterSeq = unlessReplied ? await readLastSeq(tx, row.workspaceId, row.conversationId) : null
  return { quietAfterSeq, holdIfArchived, skipIfAway }
}

type Wanted = Omit<ScheduledContent, keyof Guards> & { guards: GuardChoice }

function contentOf(rules: ZoneRules, { row }: ReadScheduled, input: Omit<EditInput, 'id' | 'version'>): Wanted {
  const text = input.text ?? row.text
  const payload = input.payload === undefined ? row.payload : input.payload
  checkText(text, Boolean(payload))
  const touchesTime = [input.sendAt, input.zone, input.wallClock, input.choice].some((part) => part !== undefined)
  const time = touchesTime ? timeOf(rules, row, input) : pickTime(row)
  const notAfter =
    input.notAfter === undefined ? keptNotAfter(row, time.sendAt) : (input.notAfter as EpochSeconds | null)
  return { text, payload, notAfter, guards: { ...choiceOf(row), ...input.guards }, ...time }
}

/**
 * What is not given stays. A zone alone shows the same instant there, and a promise of the wall clock is one of the clock
 * there; a choice alone is one about the present wall clock.
 */
function timeOf(rules: ZoneRules, row: ScheduledRow, { zone = row.zone, choice, ...given }: TimeInput) {
  if (given.wallClock === undefined && given.sendAt === undefined && !choice && row.promised !== 'instant')
    return inZone(rules, row, zone)
  const wallClock = given.wallClock ?? (choice && given.sendAt === undefined ? row.wallClock : undefined)
  const sendAt = given.sendAt ?? (wallClock === undefined ? row.sendAt : undefined)
  const asked = { sendAt, zone, wallClock, choice }
  return { ...checkSendTime(asked, rules.offsetAt), zoneRules: rules.version }
}

function inZone(rules: ZoneRules, { sendAt, ...row }: ScheduledRow, zone: string) {
  if (zone === row.zone) return pickTime({ sendAt, ...row })
  const wallClock = wallClockAt(sendAt, parseZone(zone), rules.offsetAt)
  return { ...checkSendTime({ sendAt, zone, wallClock }, rules.offsetAt), zoneRules: rules.version }
}

type TimeInput = Pick<EditInput, 'sendAt' | 'zone' | 'wallClock' | 'choice'>

const pickTime = ({ sendAt, zone, wallClock, promised, zoneRules }: ScheduledRow) => ({
  sendAt,
  zone,
  wallClock,
  promised,
  zoneRules,
})
