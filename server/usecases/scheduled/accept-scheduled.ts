/** Accepting many messages in one transaction: everything that can speak against one is asked here, then all are written. */
import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, MessageId, SeriesId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { faultPoint } from '#server/domain/operations/fault-point.ts'
import { checkWithinHorizon } from '#server/domain/time/send-time.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { addAuditEvents } from '#server/mysql/audit.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { readMessage } from '#server/mysql/messages.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import {
  insertScheduled,
  readScheduledByToken,
  type NewScheduled,
  type ReadScheduled,
} from '#server/mysql/scheduled-messages.ts'
import { lockActiveVersions } from '#server/mysql/series.ts'
import { insertOccurrences, takeOccurrence } from '#server/mysql/series-occurrences.ts'
import { isDuplicate, withTransaction } from '#server/mysql/tx.ts'
import { readWriterFacts, writerKey, type WriterFacts } from '#server/mysql/writer-facts.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { holdFiles, missingFiles } from '../files/attach-files.ts'
import { refusalError } from '../messages/refusal-error.ts'
import { contentError, loadMatchers, type ContentMatchers } from '../moderation/check-content.ts'
import type { Outcome } from '../micro-batch.ts'
import type { Resources } from '../resources.ts'
import { enterWindow, lockWindows, type Windows } from './check-window.ts'
import { asRow, createdEvent, newRow, type ScheduleInput, type Wanted } from './new-scheduled.ts'
import { viewOfScheduled } from './scheduled-view.ts'

/**
 * Repeats are rare, so nobody is looked up under their token before one is met: the unique key refuses the insert, or a
 * rule refuses what it let pass the first time. Looked up always, they took a tenth of a batch.
 */
export function acceptTogether(resources: Resources, wanted: Wanted[]): Promise<Outcome<ScheduledView>[]> {
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
    const matchers = await loadMatchers(
      tx,
      wanted.flatMap((want) => policyOf(want, facts)),
    )
    const now = facts.values().next().value?.now ?? (await loadDbNow(tx))
    const lacking = await wantsLackingFiles(tx, wanted)
    const known = lookFirst ? await readKnown(tx, wanted) : new Map<string, ReadScheduled>()
    const limits = { active, windows, lacking, matchers }
    const together: Together = { facts, known, now, ...limits, took: new Set(), inserts: new Map() }
    let outcomes: Outcome<ScheduledView>[] = []
    for (const want of wanted) outcomes.push(await accept(resources, tx, want, together))
    if (!lookFirst) outcomes = await answerRepeats(tx, wanted, outcomes)
    const rows = [...together.inserts.values()]
    const clients = new Map(wanted.map((want) => [tokenOf(want), want.actor.client]))
    if (rows.length > 0) {
      await insertScheduled(tx, rows, now)
      await holdFiles(tx, rows.map(asHolding))
      await insertOccurrences(tx, rows.filter(({ id }) => !together.took.has(id)).flatMap(occurrenceOf))
      await addAuditEvents(
        tx,
        rows.map((row) =>
          createdEvent(resources, row, clients.get(tokenKey(row.authorId, row.clientToken)) ?? 'web', now),
        ),
      )
      faultPoint('accept-before-commit')
    }
    return outcomes
  })
}

/** What one transaction knows of all its callers. */
type Together = {
  facts: Map<string, WriterFacts>
  matchers: ContentMatchers
  /** Accepted earlier, by author and token, of those looked up. */
  known: Map<string, ReadScheduled>
  now: EpochMillis
  /** The versions of the series that occurrences are stored of. */
  active: Map<SeriesId, number>
  windows: Windows
  /** Those with a file that is not there. */
  lacking: ReadonlySet<Wanted>
  /** Those that took the place of a cancelled occurrence: their days have their key. */
  took: Set<MessageId>
  /** About to be inserted, by author and token. */
  inserts: Map<string, NewScheduled>
}

async function accept(
  resources: Resources,
  tx: Tx,
  want: Wanted,
  { facts, matchers, known, now, active, windows, lacking, took, inserts }: Together,
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
    checkWords(matchers, want)
    await checkThread(tx, actor, input)
    if (lacking.has(want)) throw new DomainError('file_gone')
    if (input.perWindow) enterWindow(windows, row, input.perWindow)
    if (input.series?.insteadOf) {
      await takeDay(tx, row, input.series.insteadOf)
      took.add(row.id)
    }
    inserts.set(token, row)
    return { ok: viewOfScheduled({ row: asRow(row, now), now }) }
  } catch (error) {
    if (error instanceof DomainError) return { error }
    throw error
  }
}

async function wantsLackingFiles(tx: Tx, wanted: readonly Wanted[]): Promise<ReadonlySet<Wanted>> {
  const holdings = wanted.map((want) => ({
    workspaceId: want.actor.workspaceId,
    payload: want.input.payload ?? null,
    want,
  }))
  return new Set([...(await missingFiles(tx, holdings))].map(({ want }) => want))
}

const asHolding = ({ workspaceId, payload, id }: NewScheduled) => ({
  workspaceId,
  payload,
  holder: { kind: 'message' as const, id },
})

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
  if (!input.series || input.series.insteadOf) checkWithinHorizon(time.sendAt, now, input.horizon_s ?? fact.horizon_s)
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

/** Of a series it was asked when the series was made or changed; a rule since then stops each of its messages when it is sent. */
function checkWords(matchers: ContentMatchers, { actor, input }: Wanted): void {
  if (input.series) return
  const violation = matchers.get(actor.workspaceId)?.({ text: input.text, payload: input.payload ?? null })
  if (violation) throw contentError(violation)
}

function policyOf({ actor, input }: Wanted, facts: Map<string, WriterFacts>) {
  const fact = facts.get(writerKey({ conversationId: input.conversationId, authorId: actor.memberId }))
  return fact ? [[actor.workspaceId, fact] as const] : []
}

/** @throws DomainError `edit_conflict` where somebody changed, paused or ended the series since this was planned */
function checkSeries(active: Together['active'], { series }: ScheduleInput): void {
  if (!series || active.get(series.id) === series.version) return
  throw new DomainError('edit_conflict', { seen: series.version, version: active.get(series.id) ?? null })
}

/** @throws DomainError `edit_conflict` where the day has another message by now */
async function takeDay(tx: Tx, row: NewScheduled, insteadOf: MessageId): Promise<void> {
  for (const key of occurrenceOf(row))
    if (!(await takeOccurrence(tx, key, insteadOf))) throw new DomainError('edit_conflict', { day: key.day })
}

const seriesRefOf = ({ actor: { workspaceId }, input: { series } }: Wanted) =>
  series ? [{ workspaceId, id: series.id }] : []

const occurrenceOf = ({ workspaceId, id, seriesId, seriesDay }: NewScheduled) =>
  seriesId && seriesDay ? [{ workspaceId, seriesId, day: seriesDay, scheduledId: id }] : []

async function checkThread(tx: Tx, actor: Actor, input: ScheduleInput): Promise<void> {
  if (!input.threadRootId) return
  const root = await readMessage(tx, actor.workspaceId, input.threadRootId)
  if (root?.conversationId !== input.conversationId || root.deletedMs !== null || root.threadRootId !== null) {
    throw new DomainError('thread_not_found', { threadRootId: input.threadRootId })
  }
}
