import { DomainError } from '#server/domain/errors.ts'
import type { FileId, MemberId, MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { filesOf } from '#server/domain/files/attached-file.ts'
import { checkText } from '#server/domain/message/limits.ts'
import { choiceOf, type GuardChoice, type Guards, keptNotAfter } from '#server/domain/scheduled-message/guards.ts'
import { checkChangeable } from '#server/domain/scheduled-message/state.ts'
import type { WindowRule } from '#server/domain/scheduled-message/pending-window.ts'
import { changeSendTime, type TimeChange } from '#server/domain/time/change-send-time.ts'
import { checkWithinHorizon, type Choice } from '#server/domain/time/send-time.ts'
import type { EpochSeconds, Seconds } from '#server/domain/time/units.ts'
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
import { changeFiles, checkFilesThere, payloadWithFiles } from '../files/attach-files.ts'
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
  /** All of them, in order: the author's own, or those that it has. */
  fileIds?: readonly FileId[]
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
  changeScheduled(resources, actor, input.id, editChange(resources.zoneRules, actor.memberId, input))

/** T8 and T9, by its author or by an administrator. */
export const editChange =
  (zoneRules: ZoneRules, by: MemberId, input: Omit<EditInput, 'id'>): Change =>
  async (tx, held) => {
    checkChangeable(held.row, held.now)
    checkVersion(held, input.version)
    return writeContent(tx, zoneRules, held, input, { as: 'edit', by })
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
  { as, by }: { as: 'edit' | 'retry'; by: MemberId },
): Promise<ChangeFacts> {
  const { row, now } = held
  const payload = await payloadAsked(tx, row, input)
  const wanted = contentOf(rules, held, { ...input, payload })
  const moved = (['sendAt', 'zone', 'wallClock', 'promised'] as const).some((part) => wanted[part] !== row[part])
  const conditions = changedConditions(row, wanted)
  const rewritten = wanted.text !== row.text || wanted.payload !== row.payload || conditions !== null
  if (as === 'edit' && !moved && !rewritten) return null
  // What waits unchanged is asked when it is sent: a new time for it is no reason to refuse.
  if (wanted.text !== row.text || wanted.payload !== row.payload || as === 'retry')
    await checkContent(tx, row.workspaceId, wanted)
  const content = { ...wanted, ...(await guardsFrom(tx, row, wanted.guards, by)) }
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
  if (as === 'retry') await checkFilesThere(tx, { workspaceId: row.workspaceId, payload: content.payload })
  await rescheduleRow(tx, row, content, now)
  const holder = { kind: 'message' as const, id: row.id }
  await changeFiles(tx, { workspaceId: row.workspaceId, holder }, row.payload, content.payload)
  const promised = (of: Told) => (row.promised === content.promised ? {} : { promised: of.promised })
  const files = (of: Told) =>
    namesOf(row) === namesOf(content) ? {} : { files: filesOf(of.payload).map(({ name }) => name) }
  const told = (of: Told) => {
    const { text, sendAt, zone, wallClock } = of
    return { text, sendAt, zone, wallClock, ...promised(of), ...files(of) }
  }
  return {
    kind: as === 'retry' ? 'retried' : rewritten ? 'edited' : 'rescheduled',
    detail: { before: { ...told(row), ...conditions?.before }, after: { ...told(content), ...conditions?.after } },
  }
}
const namesOf = ({ payload }: Pick<ScheduledContent, 'payload'>): string => JSON.stringify(filesOf(payload))

/** Files are given by their ids alone; what stands in the payload of them is the server's word. */
async function payloadAsked(tx: Tx, row: ScheduledRow, input: Pick<EditInput, 'payload' | 'fileIds'>) {
  const payload = input.payload === undefined ? row.payload : input.payload
  return payloadWithFiles(tx, { workspaceId: row.workspaceId, memberId: row.authorId }, payload, input.fileIds)
}
type Told = Pick<ScheduledContent, 'payload' | 'text' | 'sendAt' | 'zone' | 'wallClock' | 'promised'>

type Conditions = { notAfter: number | null; guards: GuardChoice }

/** What the message depends on before and after, or null where that stays. */
function changedConditions(row: ScheduledRow, wanted: Wanted): { before: Conditions; after: Conditions } | null {
  const before = { notAfter: row.notAfter, guards: choiceOf(row) }
  const after = { notAfter: wanted.notAfter, guards: wanted.guards }
  return JSON.stringify(before) === JSON.stringify(after) ? null : { before, after }
}

/**
 * Whatever its author stores anew, they have seen what was written until now: only later messages count as replies. A move
 * by somebody else leaves what counts.
 */
async function guardsFrom(tx: Tx, row: ScheduledRow, guards: GuardChoice, by: MemberId): Promise<Guards> {
  const { unlessReplied, holdIfArchived, skipIfAway } = guards
  const seenSeq = () =>
    by !== row.authorId && row.quietAfterSeq !== null
      ? row.quietAfterSeq
      : readLastSeq(tx, row.workspaceId, row.conversationId)
  return { quietAfterSeq: unlessReplied ? await seenSeq() : null, holdIfArchived, skipIfAway }
}

type Wanted = Omit<ScheduledContent, keyof Guards> & { guards: GuardChoice }

function contentOf(rules: ZoneRules, { row }: ReadScheduled, input: Omit<EditInput, 'id' | 'version'>): Wanted {
  const text = input.text ?? row.text
  const payload = input.payload === undefined ? row.payload : input.payload
  checkText(text, Boolean(payload))
  const time = timeOf(rules, row, input)
  const notAfter =
    input.notAfter === undefined ? keptNotAfter(row, time.sendAt) : (input.notAfter as EpochSeconds | null)
  return { text, payload, notAfter, guards: { ...choiceOf(row), ...input.guards }, ...time }
}

function timeOf(rules: ZoneRules, row: ScheduledRow, input: TimeChange) {
  const time = changeSendTime(row, input, rules.offsetAt)
  return time === row ? pickTime(row) : { ...time, zoneRules: rules.version }
}

const pickTime = ({ sendAt, zone, wallClock, promised, zoneRules }: ScheduledRow) => ({
  sendAt,
  zone,
  wallClock,
  promised,
  zoneRules,
})
