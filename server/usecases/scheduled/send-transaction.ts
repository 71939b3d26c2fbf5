/**
 * The send transaction: the only code that turns scheduled messages into messages. One transaction per call; body,
 * rights and time are read inside it, never taken from what was known when an id was claimed (I2, I3, I8).
 */
import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { assert } from '#server/domain/assert.ts'
import { compareIds, type MessageId } from '#server/domain/ids.ts'
import { MAX_TEXT_LENGTH } from '#server/domain/message/limits.ts'
import { faultPoint } from '#server/domain/operations/fault-point.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import { reasonUnderGuards, stoppedByGuards } from '#server/domain/scheduled-message/guards.ts'
import {
  LATE_AFTER_MS,
  lateCauseOf,
  sendVerdict,
  type FailReason,
  type LateCause,
  type SendPath,
} from '#server/domain/scheduled-message/state.ts'
import { floorToSeconds, type EpochMillis, type Seconds } from '#server/domain/time/units.ts'
import { appendMessages, type AppendedMessage } from '#server/mysql/append-messages.ts'
import { lockChannels, type LockedChannel } from '#server/mysql/channel-locks.ts'
import type { Tx } from '#server/mysql/connect.ts'
import type { DueRow } from '#server/mysql/scheduled-messages.ts'
import {
  lockDueRows,
  markSent,
  postingKey,
  readChannelsOf,
  readLatePolicies,
  readLivingRoots,
  readPostingFacts,
  type LatePolicies,
} from '#server/mysql/send-rows.ts'
import { readOvertaken } from '#server/mysql/series-occurrences.ts'
import { missingFiles } from '../files/attach-files.ts'
import type { Resources } from '../resources.ts'
import { loadMatchers } from '../moderation/check-content.ts'
import { adoptPosted } from './adopt-posted.ts'
import { repliedTo } from './replied-to.ts'
import { failRows, tellOfSent, type Refused, type Told } from './tell-author.ts'

export type HeldFences = ReadonlyMap<MessageId, number>
export type SendOptions = {
  path: SendPath
  /** Fences of durable leases the caller holds; null on the fast path, where the row lock is the lease. */
  fences: HeldFences | null
  /** When the sender's process began, by the database's clock. */
  aliveSince?: EpochMillis | undefined
}

/** What became of each id, as the claim it came from needs to know. */
export type Settlement =
  | { ref: DueRef; then: 'done' }
  | { ref: DueRef; then: 'back'; at_ms: EpochMillis }
  | { ref: DueRef; then: 'lease' }

export type SendResult = {
  settlements: Settlement[]
  sent: AppendedMessage[]
  failed: number
  failReasons: FailReason[]
  told: Told
}

export async function sendInTransaction(
  { makeId }: Pick<Resources, 'makeId'>,
  tx: Tx,
  refs: readonly DueRef[],
  options: SendOptions,
): Promise<SendResult> {
  const channels = await lockChannels(tx, await readChannelsOf(tx, refs))
  const locked = await lockDueRows(tx, refs)
  const policies = await readLatePolicies(
    tx,
    refs.map((ref) => ref.workspaceId),
  )
  const now = Math.max(0, ...[...locked.values()].map((read) => read.now)) as EpochMillis
  const { settlements, due, expired } = judge(refs, locked, policies, options.fences, now)

  const adopted = options.fences ? await adoptPosted(tx, makeId, due, now) : new Set<MessageId>()
  const fresh = due.filter((row) => !adopted.has(row.id))
  const facts = await readPostingFacts(tx, fresh, channels, policies)
  const refusals = await refusalsOf(tx, fresh, { facts, policies, now })
  for (const row of expired) refusals.push([row, 'expired'])
  const refused = new Set(refusals.map(([row]) => row.id))
  const mayGo = fresh
    .filter((row) => !refused.has(row.id))
    .toSorted((a, b) => a.sendAt - b.sendAt || compareIds(a.id, b.id)) // C10
  const stopped = await stoppedOf(tx, mayGo, channels, facts, now)
  const toSend = stopped.size === 0 ? mayGo : mayGo.filter((row) => !stopped.has(row.id))
  for (const row of mayGo) {
    const reason = stopped.get(row.id)
    if (reason) refusals.push([row, reason])
  }

  faultPoint('before-insert')
  const sent = await appendMessages(
    tx,
    toSend.map((row) => draftOf(row, channels)),
    now,
  )
  const late = lateCausesOf(toSend, options, now)
  for (const cause of new Set([null, ...late.values()])) {
    await markSent(
      tx,
      toSend.filter((row) => (late.get(row.id) ?? null) === cause),
      cause,
    )
  }
  const failedTold = await failRows(tx, makeId, refusals, now)
  const told = await tellOfSent(tx, makeId, { rows: toSend, sent, late, channels, now }, failedTold)
  faultPoint('before-commit')
  const failReasons = refusals.map(([, reason]) => reason)
  return { settlements, sent, failed: refusals.length, failReasons, told }
}

type Judged = { settlements: Settlement[]; due: DueRow[]; expired: DueRow[] }

/** What to do with each id, by its row as it is under the lock. */
function judge(
  refs: readonly DueRef[],
  locked: Awaited<ReturnType<typeof lockDueRows>>,
  policies: LatePolicies,
  fences: HeldFences | null,
  now: EpochMillis,
): Judged {
  const judged: Judged = { settlements: [], due: [], expired: [] }
  for (const ref of refs) {
    const row = locked.get(ref.id)?.row
    const latePolicy_s = policies.get(ref.workspaceId)?.latePolicy_s ?? (0 as Seconds)
    const verdict = row
      ? sendVerdict({ ...row, latePolicy_s }, fences ? (fences.get(ref.id) ?? -1) : null, now)
      : ({ do: 'drop' } as const)
    if (verdict.do === 'wait') judged.settlements.push({ ref, then: 'back', at_ms: verdict.until_ms })
    else if (verdict.do === 'lease') judged.settlements.push({ ref, then: 'lease' })
    else judged.settlements.push({ ref, then: 'done' })
    if (row && verdict.do === 'send') judged.due.push(row)
    if (row && verdict.do === 'expire') judged.expired.push(row)
  }
  return judged
}

function lateCausesOf(
  rows: readonly DueRow[],
  { path, aliveSince }: SendOptions,
  now: EpochMillis,
): Map<MessageId, LateCause> {
  const late = rows.filter((row) => now - row.sendAt * 1000 > LATE_AFTER_MS)
  return new Map(late.map((row) => [row.id, lateCauseOf(row, path, aliveSince)]))
}

function draftOf(row: DueRow, channels: ReadonlyMap<string, LockedChannel>) {
  const channel = channels.get(row.conversationId)
  assert(
    channel?.workspaceId === row.workspaceId,
    `I7: row ${row.id} passed its checks without a channel of its workspace`,
  )
  return {
    channel,
    id: row.id,
    authorId: row.authorId,
    threadRootId: row.threadRootId,
    alsoInChannel: row.alsoInChannel,
    origin: 'scheduled' as const,
    text: row.text,
    payload: row.payload,
    sendAt: row.sendAt,
    clientToken: null,
  }
}

/** Everything that can have changed since scheduling, checked again (C5). */
async function refusalsOf(tx: Tx, rows: readonly DueRow[], { facts, policies, now }: Asked): Promise<Refused[]> {
  const roots = await readLivingRoots(tx, rows)
  const overtaken = await overtakenOf(tx, rows, now)
  const matchers = await loadMatchers(tx, policies)
  const lacking = await missingFiles(tx, rows)
  const refusals: Refused[] = []
  for (const row of rows) {
    const fact = facts.get(postingKey(row))
    const reason = fact
      ? (postingRefusal(fact) ??
        (row.threadRootId !== null && !roots.has(row.threadRootId) ? 'thread_deleted' : null) ??
        (lacking.has(row) ? 'files_gone' : null) ??
        (row.text.length > MAX_TEXT_LENGTH ? 'message_too_long' : null) ??
        (overtaken.has(row.id) ? 'expired' : null))
      : 'author_left_workspace'
    const violation = reason ? null : matchers.get(row.workspaceId)?.(row)
    if (reason) refusals.push([row, reasonUnderGuards(reason, row)])
    else if (violation) refusals.push([row, 'content_refused', { ...violation }])
  }
  return refusals
}

type Asked = { facts: Facts; policies: LatePolicies; now: EpochMillis }

/**
 * What an outage left behind of a series, but for the latest: late once, no flood (C7). Occurrences are a day apart, so
 * what is on time was overtaken by none: a statement runs only where one is late.
 */
async function overtakenOf(tx: Tx, rows: readonly DueRow[], now: EpochMillis): Promise<ReadonlySet<MessageId>> {
  const missed = rows.flatMap((row) => {
    const { seriesId, seriesDay } = row
    const isLate = now - row.sendAt * 1000 > LATE_AFTER_MS
    return isLate && seriesId && seriesDay ? [{ ...row, seriesId, seriesDay }] : []
  })
  return readOvertaken(tx, missed, floorToSeconds(now))
}
type Facts = Awaited<ReturnType<typeof readPostingFacts>>

/** Those whose authors do not want them sent as things stand (C5). Costs a loop where no row has a guard. */
async function stoppedOf(
  tx: Tx,
  rows: readonly DueRow[],
  channels: Awaited<ReturnType<typeof lockChannels>>,
  facts: Facts,
  now: EpochMillis,
): Promise<ReadonlyMap<MessageId, FailReason>> {
  if (!rows.some((row) => row.quietAfterSeq !== null || row.skipIfAway)) return NONE
  return stoppedByGuards(rows, {
    repliedTo: await repliedTo(tx, rows, channels),
    awayUntil_ms: (row) => facts.get(postingKey(row))?.awayUntil_ms ?? null,
    now,
  })
}
const NONE: ReadonlyMap<MessageId, FailReason> = new Map()
