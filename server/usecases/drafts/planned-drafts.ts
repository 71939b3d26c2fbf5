/** Drafts that remember a time. They are their author's alone, on every device, and nothing sends them until they are armed. */
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, FileId, MessageId, RowId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import { hasGuards, keptNotAfter, NO_GUARDS, type GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import { changeSendTime } from '#server/domain/time/change-send-time.ts'
import { asPromised, checkSendTime, type Choice } from '#server/domain/time/send-time.ts'
import { standsAlsoInChannel } from '#server/domain/message/thread.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import {
  deletePlannedDraft,
  insertPlannedDraft,
  listPlannedDrafts,
  lockPlannedDraft,
  readPlannedDraft,
  readPlannedDraftByToken,
  updatePlannedDraft,
  type PlannedDraft,
} from '#server/mysql/planned-drafts.ts'
import { isDuplicate, withTransaction } from '#server/mysql/tx.ts'
import type { PlannedDraftView, ScheduledView } from '#server/protocol/scheduled-view.ts'
import { loadReadableConversation } from '../conversations/load-conversation.ts'
import { changeFiles, checkFilesThere, holdFiles, payloadWithFiles } from '../files/attach-files.ts'
import type { Resources } from '../resources.ts'
import { scheduleMessage } from '../scheduled/schedule-message.ts'
import { signalAuthors } from '../scheduled/signal-authors.ts'

export type PlannedTime = { sendAt: number; zone: string; wallClock?: string; choice?: Choice }
export type KeepInput = PlannedTime & {
  conversationId: ConversationId
  threadRootId?: MessageId | null
  /** Of a reply: it stands in the channel too. */
  alsoInChannel?: boolean
  text: string
  /** The author's own. */
  fileIds?: readonly FileId[]
  notAfter?: number | null
  guards?: GuardChoice
  /** Made by the client, once per draft: kept again, it is the same draft. */
  clientToken: string
}

/** Soonest first. */
export async function listDrafts(r: Resources, actor: Actor): Promise<PlannedDraftView[]> {
  return (await listPlannedDrafts(r.mysql.read, actor.workspaceId, actor.memberId)).map(viewOf)
}

/** Keeps a text with its time. Nothing is checked of the time but that it is one: a draft may outlive it. */
export async function keepDraft(r: Resources, actor: Actor, input: KeepInput): Promise<PlannedDraftView> {
  const payload = await payloadWithFiles(r.mysql.read, actor, null, input.fileIds)
  const text = checkText(input.text, payload !== null)
  const time = checkSendTime(input, r.zoneRules.offsetAt)
  await loadReadableConversation(r.mysql.read, actor, input.conversationId)
  const { workspaceId, memberId } = actor
  const { conversationId, threadRootId = null, clientToken } = input
  const draft = {
    workspaceId,
    memberId,
    conversationId,
    threadRootId,
    alsoInChannel: standsAlsoInChannel(input),
    text,
    payload,
    heldFrom: null,
    ...time,
    notAfter: (input.notAfter ?? null) as EpochSeconds | null,
    guards: input.guards ?? null,
  }
  try {
    await withTransaction(r.mysql, async (tx) => {
      const id = r.makeId<RowId>()
      await insertPlannedDraft(tx, { id, ...draft, clientToken }, await loadDbNow(tx))
      await checkFilesThere(tx, draft)
      await holdFiles(tx, [{ workspaceId, payload, holder: { kind: 'draft', id } }])
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
  const kept = await readPlannedDraftByToken(r.mysql.read, workspaceId, memberId, clientToken)
  if (!kept) throw new DomainError('not_found', { clientToken })
  await signalAuthors(r, [memberId])
  return viewOf(kept)
}

export type DraftChange = Partial<PlannedTime> & {
  id: RowId
  version: number
  text?: string
  /** All of them, in order: the author's own, or those that it has. */
  fileIds?: readonly FileId[]
  notAfter?: number | null
  guards?: Partial<GuardChoice>
}

/**
 * Only what is given changes, the time as that of a scheduled message.
 * @throws DomainError `edit_conflict` where another tab was faster, and as `checkSendTime`
 */
export async function changeDraft(r: Resources, actor: Actor, input: DraftChange): Promise<PlannedDraftView> {
  const after = await withTransaction(r.mysql, async (tx) => {
    const held = await lockPlannedDraft(tx, actor.workspaceId, actor.memberId, input.id)
    if (!held) throw new DomainError('not_found', { id: input.id })
    const payload = await payloadWithFiles(tx, actor, held.payload, input.fileIds)
    const rewritten = input.text !== undefined || input.fileIds !== undefined
    const text = rewritten ? checkText(input.text ?? held.text, payload !== null) : held.text
    const { sendAt, zone, wallClock, promised } = changeSendTime(held, input, r.zoneRules.offsetAt)
    const notAfter = input.notAfter === undefined ? keptNotAfter(held, sendAt) : (input.notAfter as EpochSeconds | null)
    const guards = orNone({ ...NO_GUARDS, ...held.guards, ...input.guards })
    const content = { text, payload, sendAt, zone, wallClock, promised, notAfter, guards }
    const facts = (of: typeof content) =>
      JSON.stringify([
        ...[of.text, of.payload, of.sendAt, of.zone, of.wallClock, of.promised, of.notAfter],
        orNone(of.guards),
      ])
    if (facts(content) === facts(held)) return held
    if (input.version !== held.version)
      throw new DomainError('edit_conflict', { seen: input.version, version: held.version })
    const now = await loadDbNow(tx)
    await updatePlannedDraft(tx, held, content, now)
    const holder = { kind: 'draft' as const, id: held.id }
    await changeFiles(tx, { workspaceId: held.workspaceId, holder }, held.payload, payload)
    return { ...held, ...content, version: held.version + 1, changedMs: now }
  })
  await signalAuthors(r, [actor.memberId])
  return viewOf(after)
}

const orNone = (guards: GuardChoice | null): GuardChoice | null => (guards && hasGuards(guards) ? guards : null)

/** @throws DomainError `not_found` where it is gone already */
export async function deleteDraft(r: Resources, actor: Actor, id: RowId): Promise<void> {
  if (!(await letGo(r, actor, id))) throw new DomainError('not_found', { id })
  await signalAuthors(r, [actor.memberId])
}

/**
 * Schedules a draft for the time it remembers, and only then lets it go. Asked again after a crash in between, the
 * draft's own token finds the message instead of making a second one (C9).
 * @throws DomainError what stands against scheduling it: the draft stays
 */
export async function armDraft(r: Resources, actor: Actor, id: RowId): Promise<ScheduledView> {
  const draft = await readPlannedDraft(r.mysql.read, actor.workspaceId, actor.memberId, id)
  if (!draft) throw new DomainError('not_found', { id })
  const { conversationId, threadRootId, alsoInChannel, text, payload, sendAt, notAfter, guards } = draft
  const view = await scheduleMessage(r, actor, {
    conversationId,
    threadRootId,
    alsoInChannel,
    text,
    payload,
    ...asPromised(draft),
    // A new time chosen since then outlives the old "not later than".
    notAfter: notAfter !== null && notAfter < sendAt ? null : notAfter,
    ...(guards ? { guards } : {}),
    clientToken: `draft:${id}`,
  })
  await letGo(r, actor, id)
  await signalAuthors(r, [actor.memberId])
  return view
}

/** With its hold on its files. @returns false where it was gone already */
function letGo(r: Resources, { workspaceId, memberId }: Actor, id: RowId): Promise<boolean> {
  return withTransaction(r.mysql, async (tx) => {
    const held = await lockPlannedDraft(tx, workspaceId, memberId, id)
    if (!held) return false
    await changeFiles(tx, { workspaceId, holder: { kind: 'draft', id } }, held.payload, null)
    return deletePlannedDraft(tx, workspaceId, memberId, id)
  })
}

const viewOf = ({ workspaceId: _w, memberId: _m, ...draft }: PlannedDraft): PlannedDraftView => draft
