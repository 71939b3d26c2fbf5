import { DomainError } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import { checkChangeable } from '#server/domain/scheduled-message/state.ts'
import type { WindowRule } from '#server/domain/scheduled-message/pending-window.ts'
import { checkSendTime, checkWithinHorizon, type Choice } from '#server/domain/time/send-time.ts'
import type { EpochSeconds, Seconds } from '#server/domain/time/units.ts'
import type { ZoneRules } from '#server/domain/time/zone-rules.ts'
import type { Tx } from '#server/mysql/connect.ts'
import {
  rescheduleRow,
  type ReadScheduled,
  type ScheduledContent,
  type ScheduledRow,
} from '#server/mysql/scheduled-messages.ts'
import { readHorizon } from '#server/mysql/workspace-rules.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Resources } from '../resources.ts'
import { changeScheduled, type ChangeFacts } from './change-scheduled.ts'
import { checkWindow, lockWindows } from './check-window.ts'

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
  horizon_s?: Seconds
  /** As when it was scheduled. */
  perWindow?: WindowRule
}

/**
 * Edits text and time while the row is the author's to change; it stays armed throughout. Nothing changed: same
 * version, no audit line.
 * @throws DomainError `already_sending`, `already_sent`, `already_canceled`, `already_failed`, `window_closed`, `edit_conflict`
 */
export function editScheduled(resources: Resources, actor: Actor, input: EditInput): Promise<ScheduledView> {
  return changeScheduled(resources, actor, input.id, async (tx, held) => {
    checkChangeable(held.row, held.now)
    checkVersion(held, input.version)
    return writeContent(tx, resources.zoneRules, held, input, 'edit')
  })
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
  const content = contentOf(rules, held, input)
  const moved = (['sendAt', 'zone', 'wallClock'] as const).some((part) => content[part] !== row[part])
  const rewritten = content.text !== row.text || content.payload !== row.payload || content.notAfter !== row.notAfter
  if (as === 'edit' && !moved && !rewritten) return null
  if (content.sendAt !== row.sendAt || as === 'retry') {
    checkWithinHorizon(content.sendAt, now, input.horizon_s ?? (await readHorizon(tx, row.workspaceId)))
  }
  if (input.perWindow && content.sendAt !== row.sendAt) {
    await lockWindows(tx, [{ actor: { workspaceId: row.workspaceId, memberId: row.authorId }, input }])
    await checkWindow(tx, { ...row, sendAt: content.sendAt }, input.perWindow, [])
  }
  if (content.notAfter !== null && content.notAfter < content.sendAt) {
    throw new DomainError('invalid_input', {
      field: 'notAfter',
      value: content.notAfter,
      expected: 'not before sendAt',
    })
  }
  await rescheduleRow(tx, row, content, now)
  const before = { text: row.text, sendAt: row.sendAt, zone: row.zone, wallClock: row.wallClock }
  const after = { text: content.text, sendAt: content.sendAt, zone: content.zone, wallClock: content.wallClock }
  return { kind: as === 'retry' ? 'retried' : rewritten ? 'edited' : 'rescheduled', detail: { before, after } }
}

function contentOf(
  rules: ZoneRules,
  { row }: ReadScheduled,
  input: Omit<EditInput, 'id' | 'version'>,
): ScheduledContent {
  const text = input.text ?? row.text
  const payload = input.payload === undefined ? row.payload : input.payload
  checkText(text, Boolean(payload))
  const touchesTime = [input.sendAt, input.zone, input.wallClock, input.choice].some((part) => part !== undefined)
  const time = touchesTime ? timeOf(rules, row, input) : pickTime(row)
  const notAfter = input.notAfter === undefined ? row.notAfter : (input.notAfter as EpochSeconds | null)
  return { text, payload, notAfter, ...time }
}

/** What is not given stays. A zone alone shows the same instant there; a choice alone is one about the present wall clock. */
function timeOf(rules: ZoneRules, row: ScheduledRow, { zone = row.zone, choice, ...given }: TimeInput) {
  const wallClock = given.wallClock ?? (choice && given.sendAt === undefined ? row.wallClock : undefined)
  const sendAt = given.sendAt ?? (wallClock === undefined ? row.sendAt : undefined)
  const asked = { sendAt, zone, wallClock, choice }
  return { ...checkSendTime(asked, rules.offsetAt), zoneRules: rules.version }
}

type TimeInput = Pick<EditInput, 'sendAt' | 'zone' | 'wallClock' | 'choice'>

const pickTime = ({ sendAt, zone, wallClock, promised, zoneRules }: ScheduledRow) => ({
  sendAt,
  zone,
  wallClock,
  promised,
  zoneRules,
})
