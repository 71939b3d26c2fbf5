/** Drafts that remember a time. They are their author's alone, on every device, and nothing sends them until they are armed. */
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MessageId, RowId } from '#server/domain/ids.ts'
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
  const text = checkText(input.text)
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
    payload: null,
    heldFrom: null,
    ...time,
    notAfter: (input.notAfter ?? null) as EpochSeconds | null,
    guards: input.guards ?? null,
  }
  try {
    await withTransaction(r.mysql, async (tx) =>
      insertPlannedDraft(tx, { id: r.makeId<RowId>(), ...draft, clientToken }, await loadDbNow(tx)),
    )
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
    const text = input.text === undefined ? held.text : checkText(input.text, held.payload !== null)
    const { sendAt, zone, wallClock, promised } = changeSendTime(held, input, r.zoneRules.offsetAt)
    const notAfter = input.notAfter === undefined ? keptNotAfter(held, sendAt) : (input.notAfter as EpochSeconds | null)
    const guards = orNone({ ...NO_GUARDS, ...held.guards, ...input.guards })
    const content = { text, sendAt, zone, wallClock, promised, notAfter, guards }
    const facts = (of: typeof content) =>
      JSON.stringify([of.text, of.sendAt, of.zone, of.wallClock, of.promised, of.notAfter, orNone(of.guards)])
    if (facts(content) === facts(held)) return held
    if (input.version !== held.version)
      throw new DomainError('edit_conflict', { seen: input.version, version: held.version })
    const now = await loadDbNow(tx)
    await updatePlannedDraft(tx, held, content, now)
    return { ...held, ...content, version: held.version + 1, changedMs: now }
  })
  await signalAuthors(r, [actor.memberId])
  return viewOf(after)
}

const orNone = (guards: GuardChoice | null): GuardChoice | null => (guards && hasGuards(guards) ? guards : null)

/** @throws DomainError `not_found` where it is gone already */
export async function deleteDraft(r: Resources, actor: Actor, id: RowId): Promise<void> {
  if (!(await deletePlannedDraft(r.mysql.read, actor.workspaceId, actor.memberId, id)))
    throw new DomainError('not_found', { id })
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
  await deletePlannedDraft(r.mysql.read, actor.workspaceId, actor.memberId, id)
  await signalAuthors(r, [actor.memberId])
  return view
}

const viewOf = ({ workspaceId: _w, memberId: _m, ...draft }: PlannedDraft): PlannedDraftView => draft
