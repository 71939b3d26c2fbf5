import { createHash } from 'node:crypto'
import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, MemberId, MessageId, RowId, SeriesId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import { faultPoint } from '#server/domain/operations/fault-point.ts'
import { traced } from '#server/domain/operations/trace.ts'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import { choiceOf, hasGuards, NO_GUARDS, type GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import { checkSendTime, checkWithinHorizon, type AskedTime, type SendTime } from '#server/domain/time/send-time.ts'
import type { WindowRule } from '#server/domain/scheduled-message/pending-window.ts'
import type { EpochMillis, EpochSeconds, Seconds } from '#server/domain/time/units.ts'
import { addAuditEvents, type AuditEvent } from '#server/mysql/audit.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { readMessage } from '#server/mysql/messages.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import {
  insertScheduled,
  readScheduledByToken,
  type NewScheduled,
  type ReadScheduled,
  type ScheduledRow,
} from '#server/mysql/scheduled-messages.ts'
import { insertOccurrences, lockActiveVersions } from '#server/mysql/series.ts'
import { isDuplicate, withTransaction } from '#server/mysql/tx.ts'
import { readWriterFacts, writerKey, type WriterFacts } from '#server/mysql/writer-facts.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { createMicroBatch, type MicroBatch, type Outcome } from '../micro-batch.ts'
import { refusalError } from '../messages/refusal-error.ts'
import type { Resources } from '../resources.ts'
import { announceDue } from './announce-due.ts'
import { enterWindow, lockWindows, type Windows } from './check-window.ts'
import { viewOfScheduled } from './scheduled-view.ts'
import { signalAuthors } from './signal-authors.ts'

export type ScheduleInput = AskedTime & {
  conversationId: ConversationId
  text: string
  payload?: string | null
  threadRootId?: MessageId | null
  /** Not sent after this second (C7). */
  notAfter?: number | null
  guards?: Partial<GuardChoice>
  /** Made by the client, once per message: same token and content, same answer; other content is refused (C9). */
  clientToken: string
  /** Furthest ahead this door allows; default: the workspace's own. */
  horizon_s?: Seconds
  /** The occurrence of a series that this is: at any distance, but only while the series is as it was planned from (T4). */
  series?: { id: SeriesId; version: number; day: string }
  /** Most of the author's messages that may wait for the same stretch of time in one conversation; default: no limit. */
  perWindow?: WindowRule
}

type Wanted = { actor: Actor; input: ScheduleInput; time: SendTime; hash: string }

const AT_ONCE = 2
const BATCH_LIMIT = 200

const batches = new WeakMap<Resources, MicroBatch<Wanted, ScheduledView>>()

/**
 * Accepts a message for later. It is durable when this returns (S1); due soon, its id is also in the fast queue.
 * Concurrent callers share a transaction.
 */
export const scheduleMessage = traced('schedule', acceptOne, {
  before: (_, actor, input) => ({
    'carillon.workspace.id': actor.workspaceId,
    'carillon.conversation.id': input.conversationId,
    ...(input.sendAt === undefined ? {} : { 'carillon.send_at': input.sendAt }),
  }),
  after: (view) => ({ 'carillon.message.ids': [view.id] }),
})

async function acceptOne(resources: Resources, actor: Actor, input: ScheduleInput): Promise<ScheduledView> {
  checkText(input.text, Boolean(input.payload))
  const time = checkSendTime(input, resources.zoneRules.offsetAt)
  return batchOf(resources)({ actor, input, time, hash: hashOf(input, time) })
}

function batchOf(resources: Resources): MicroBatch<Wanted, ScheduledView> {
  let batch = batches.get(resources)
  if (!batch) {
    batch = createMicroBatch((wanted) => acceptAndAnnounce(resources, wanted), AT_ONCE, BATCH_LIMIT)
    batches.set(resources, batch)
  }
  return batch
}

/** What commits together is also announced together: in one trip to Redis and one signal per author. */
async function acceptAndAnnounce(resources: Resources, wanted: Wanted[]): Promise<Outcome<ScheduledView>[]> {
  const outcomes = await acceptTogether(resources, wanted)
  faultPoint('accept-after-commit')
  // Also a repeat: whoever accepted it first may have died before this.
  const accepted = wanted.flatMap(({ actor }, i) => {
    const outcome = outcomes[i]
    return outcome && 'ok' in outcome && outcome.ok.status === 'SCHEDULED' ? [{ actor, view: outcome.ok }] : []
  })
  await Promise.all([
    announceDue(
      resources,
      accepted.map(({ actor, view }) => ({
        ...view,
        workspaceId: actor.workspaceId,
        wakeAt_ms: (view.sendAt * 1000) as EpochMillis,
      })),
    ),
    signalAuthors(
      resources,
      accepted.map(({ actor }) => actor.memberId),
    ),
  ])
  return outcomes
}

/**
 * Repeats are rare, so nobody is looked up under their token before one is met: the unique key refuses the insert, or a
 * rule refuses what it let pass the first time. Looked up always, they took a tenth of a batch.
 */
function acceptTogether(resources: Resources, wanted: Wanted[]): Promise<Outcome<ScheduledView>[]> {
  return acceptAll(resources, wanted, false).catch((error: unknown) => {
    if (!isDuplicate(error, 'one_per_token')) throw error
    return acceptAll(resources, wanted, true)
  })
}

/** A token used at the same moment elsewhere refuses the whole insert; each then runs alone and finds what is there. */
function acceptAll(resources: Resources, wanted: Wanted[], lookFirst: boolean): Promise<Outcome<ScheduledView>[]> {
  return withTransaction(resources.mysql, async (tx) => {
    const active = await lockActiveVersions(tx, wanted.flatMap(seriesRefOf))
    const windows = await lockWindows(tx, wanted.flatMap(limitedOf))
    const facts = await readWriterFacts(
      tx,
      wanted.map(({ actor, input }) => ({
        workspaceId: actor.workspaceId,
        conversationId: input.conversationId,
        authorId: actor.memberId,
      })),
    )
    const now = facts.values().next().value?.now ?? (await loadDbNow(tx))
    const known = lookFirst ? await readKnown(tx, wanted) : new Map<string, ReadScheduled>()
    const together: Together = { facts, known, now, active, windows, inserts: new Map() }
    let outcomes: Outcome<ScheduledView>[] = []
    for (const want of wanted) outcomes.push(await accept(resources, tx, want, together))
    if (!lookFirst) outcomes = await answerRepeats(tx, wanted, outcomes)
    const rows = [...together.inserts.values()]
    const clients = new Map(wanted.map((want) => [tokenOf(want), want.actor.client]))
    if (rows.length > 0) {
      await insertScheduled(tx, rows, now)
      await insertOccurrences(tx, rows.flatMap(occurrenceOf))
      await addAuditEvents(
        tx,
        rows.map((row) => createdEvent(resources, row, clients, now)),
      )
      faultPoint('accept-before-commit')
    }
    return outcomes
  })
}

/** What one transaction knows of all its callers. */
type Together = {
  facts: Map<string, WriterFacts>
  /** Accepted earlier, by author and token, of those looked up. */
  known: Map<string, ReadScheduled>
  now: EpochMillis
  /** The versions of the series that occurrences are stored of. */
  active: Map<SeriesId, number>
  windows: Windows
  /** About to be inserted, by author and token. */
  inserts: Map<string, NewScheduled>
}

async function accept(
  resources: Resources,
  tx: Tx,
  want: Wanted,
  { facts, known, now, active, windows, inserts }: Together,
): Promise<Outcome<ScheduledView>> {
  const { actor, input } = want
  const token = tokenOf(want)
  const twin = inserts.get(token)
  const before = twin ? { row: asRow(twin, now), now } : known.get(token)
  if (before) return answerRepeat(want, before)
  try {
    const fact = facts.get(writerKey({ conversationId: input.conversationId, authorId: actor.memberId }))
    const row = newRow(resources, want, checkWriter(fact, want, now))
    checkSeries(active, input)
    await checkThread(tx, actor, input)
    if (input.perWindow) enterWindow(windows, row, input.perWindow)
    inserts.set(token, row)
    return { ok: viewOfScheduled({ row: asRow(row, now), now }) }
  } catch (error) {
    if (error instanceof DomainError) return { error }
    throw error
  }
}

const tokenKey = (authorId: MemberId, clientToken: string) => `${authorId}:${clientToken}`
const tokenOf = ({ actor, input }: Wanted) => tokenKey(actor.memberId, input.clientToken)

function limitedOf({ actor, input, time }: Wanted) {
  const { conversationId, perWindow: rule } = input
  const { workspaceId, memberId: authorId } = actor
  return rule ? [{ workspaceId, authorId, conversationId, sendAt: time.sendAt, rule }] : []
}

function readKnown(tx: Tx, wanted: readonly Wanted[]): Promise<Map<string, ReadScheduled>> {
  return readScheduledByToken(
    tx,
    wanted.map(({ actor, input }) => ({
      workspaceId: actor.workspaceId,
      authorId: actor.memberId,
      clientToken: input.clientToken,
    })),
  )
}

/** What was accepted before is answered as it was then, whatever speaks against it now (C9). */
async function answerRepeats(
  tx: Tx,
  wanted: readonly Wanted[],
  outcomes: Outcome<ScheduledView>[],
): Promise<Outcome<ScheduledView>[]> {
  const refused = wanted.filter((_, i) => 'error' in (outcomes[i] ?? {}))
  const known = await readKnown(tx, refused)
  return outcomes.map((outcome, i) => {
    const want = wanted[i]
    const before = want && 'error' in outcome ? known.get(tokenOf(want)) : undefined
    return want && before ? answerRepeat(want, before) : outcome
  })
}

function answerRepeat({ input, hash }: Wanted, before: ReadScheduled): Outcome<ScheduledView> {
  return before.row.createHash === hash
    ? { ok: viewOfScheduled(before) }
    : { error: new DomainError('token_reused', { clientToken: input.clientToken }) }
}

/** @throws DomainError what speaks against writing there, then */
function checkWriter(fact: WriterFacts | undefined, { input, time }: Wanted, now: EpochMillis): WriterFacts {
  const refusal = fact ? postingRefusal(fact.posting) : 'channel_deleted'
  if (!fact || refusal) throw refusalError(refusal ?? 'channel_deleted', fact?.kind)
  // How far a series reaches, and what of an outage may still go, was decided when it was planned.
  if (!input.series) checkWithinHorizon(time.sendAt, now, input.horizon_s ?? fact.horizon_s)
  if (input.notAfter !== undefined && input.notAfter !== null && input.notAfter < time.sendAt) {
    throw new DomainError('invalid_input', {
      field: 'notAfter',
      value: input.notAfter,
      sendAt: time.sendAt,
      expected: 'not before sendAt',
    })
  }
  return fact
}

/** @throws DomainError `edit_conflict` where somebody changed, paused or ended the series since this was planned */
function checkSeries(active: Together['active'], { series }: ScheduleInput): void {
  if (!series || active.get(series.id) === series.version) return
  throw new DomainError('edit_conflict', { seen: series.version, version: active.get(series.id) ?? null })
}

const seriesRefOf = ({ actor: { workspaceId }, input: { series } }: Wanted) =>
  series ? [{ workspaceId, id: series.id }] : []

const occurrenceOf = ({ workspaceId, id, seriesId, seriesDay }: NewScheduled) =>
  seriesId && seriesDay ? [{ workspaceId, seriesId, day: seriesDay, scheduledId: id }] : []

async function checkThread(tx: Tx, actor: Actor, input: ScheduleInput): Promise<void> {
  if (!input.threadRootId) return
  const root = await readMessage(tx, actor.workspaceId, input.threadRootId)
  if (root?.conversationId !== input.conversationId || root.deletedMs !== null) {
    throw new DomainError('thread_not_found', { threadRootId: input.threadRootId })
  }
}

function newRow(
  { makeId, zoneRules }: Resources,
  { actor, input, time, hash }: Wanted,
  fact: WriterFacts,
): NewScheduled {
  const guards = { ...NO_GUARDS, ...input.guards }
  return {
    workspaceId: actor.workspaceId,
    id: makeId<MessageId>(),
    authorId: actor.memberId,
    conversationId: input.conversationId,
    threadRootId: input.threadRootId ?? null,
    text: input.text,
    payload: input.payload ?? null,
    ...time,
    zoneRules: zoneRules.version,
    notAfter: (input.notAfter ?? null) as EpochSeconds | null,
    quietAfterSeq: guards.unlessReplied ? fact.lastSeq : null,
    holdIfArchived: guards.holdIfArchived,
    skipIfAway: guards.skipIfAway,
    freeze_s: fact.freeze_s,
    createHash: hash,
    lane: laneOf(input.conversationId),
    clientToken: input.clientToken,
    ...(input.series ? { seriesId: input.series.id, seriesDay: input.series.day } : {}),
  }
}

/** The row as the insert is about to make it. */
function asRow(row: NewScheduled, now: EpochMillis): ScheduledRow {
  return {
    ...row,
    status: 'SCHEDULED',
    version: 1,
    fence: 0,
    wakeAt_ms: (row.sendAt * 1000) as EpochMillis,
    leaseOwner: null,
    attempts: 0,
    failReason: null,
    sentSeq: null,
    sentAt_ms: null,
    lateCause: null,
    createdMs: now,
    changedMs: now,
    seriesId: row.seriesId ?? null,
    seriesDay: row.seriesDay ?? null,
  }
}

function createdEvent(
  { makeId }: Resources,
  row: NewScheduled,
  clients: ReadonlyMap<string, string>,
  at_ms: EpochMillis,
): AuditEvent {
  const client = clients.get(tokenKey(row.authorId, row.clientToken)) ?? 'web'
  const { workspaceId, id: scheduledId, authorId: actorId, text, sendAt, zone, wallClock, notAfter, seriesId } = row
  const guards = choiceOf(row)
  return {
    workspaceId,
    scheduledId,
    id: makeId<RowId>(),
    kind: 'created',
    actorId,
    client,
    at_ms,
    detail: {
      ...{ text, sendAt, zone, wallClock, notAfter },
      ...(seriesId ? { seriesId } : {}),
      ...(hasGuards(guards) ? { guards } : {}),
    },
  }
}

/** Everything the author chose; the token alone is not part of it. */
function hashOf(input: ScheduleInput, time: SendTime): string {
  const { conversationId, text, payload = null, threadRootId = null, notAfter = null } = input
  const guards = { ...NO_GUARDS, ...input.guards }
  const rest = hasGuards(guards) ? [guards] : [] // without any, as before there were guards
  return createHash('sha256')
    .update(JSON.stringify([conversationId, text, payload, threadRootId, notAfter, time.sendAt, time.zone, ...rest]))
    .digest('hex')
}
