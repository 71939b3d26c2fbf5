/**
 * Sends what is due, whoever found it: claimed from Redis, read from MySQL while Redis is away, found overdue by the
 * sweeper, or asked for by its author. Safe to call twice with the same ids, at once or later: the rows decide (I8).
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { faultPoint } from '#server/domain/operations/fault-point.ts'
import { aboutMessages, traced } from '#server/domain/operations/trace.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import type { FailReason, SendPath } from '#server/domain/scheduled-message/state.ts'
import { millis, type EpochMillis, type Millis } from '#server/domain/time/units.ts'
import type { AppendedMessage } from '#server/mysql/append-messages.ts'
import { groupByConversation } from '#server/mysql/send-rows.ts'
import { isContention, isDatabaseAway, withTransaction } from '#server/mysql/tx.ts'
import { framesOfAppended } from '../messages/frames.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { sendInTransaction, type HeldFences, type SendResult } from './send-transaction.ts'
import { giveBack, takeLeases, type LeaseTerms } from './take-leases.ts'

/** At a time the row knows by the database's clock, or after a pause; never by the clock of this process (I8). */
export type ComesBack = { ref: DueRef; at_ms: EpochMillis } | { ref: DueRef; after_ms: Millis }

export type SendReport = {
  /** Final or gone: forget these. */
  done: DueRef[]
  /** Not yet due, or to be tried again. */
  back: ComesBack[]
  sent: AppendedMessage[]
  failed: number
  /** Of the failed, one each. */
  failReasons: FailReason[]
  /** Of single tries that went wrong; each row keeps its own back-off. */
  errors: unknown[]
}

export type SendTerms = LeaseTerms & {
  path: SendPath
  /** Take durable leases first: for ids whose last sender may have died of them. */
  leaseFirst: boolean
}

/** A conversation whose lock somebody holds for long is tried again after this. */
const BUSY_BACK_MS = millis(500)
/** How long a sender waits for the database to take attempts back; beyond that the leases run out by themselves. */
const RETURN_LOOK_MS = 500
const RETURN_LOOKS = 20

/** @throws only if the database is away: nothing is known of any id then, and its row will tell later */
export async function sendDue(resources: Resources, refs: readonly DueRef[], terms: SendTerms): Promise<SendReport> {
  const report: SendReport = { done: [], back: [], sent: [], failed: 0, failReasons: [], errors: [] }
  if (refs.length === 0) return report
  let toLease = refs
  if (!terms.leaseFirst) {
    toLease = await sendFast(resources, refs, terms, report)
  }
  if (toLease.length > 0) await sendLeased(resources, toLease, terms, report)
  return report
}

/** @returns ids that need a durable lease first */
async function sendFast(
  resources: Resources,
  refs: readonly DueRef[],
  terms: SendTerms,
  report: SendReport,
): Promise<readonly DueRef[]> {
  try {
    return await sendOnce(resources, refs, null, terms, report)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (isContention(error)) return sendByConversation(resources, refs, terms, report)
    report.errors.push(error)
    return refs // one of them spoils the batch: each alone, counted before it is tried
  }
}

/** Somebody holds a lock for long: each conversation alone, so that a busy one holds none of the others. */
async function sendByConversation(
  resources: Resources,
  refs: readonly DueRef[],
  terms: SendTerms,
  report: SendReport,
): Promise<DueRef[]> {
  const toLease: DueRef[] = []
  for (const group of await groupByConversation(resources.mysql.read, refs)) {
    try {
      toLease.push(...(await sendOnce(resources, group, null, terms, report)))
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      report.errors.push(error)
      if (isContention(error)) report.back.push(...group.map((ref) => ({ ref, after_ms: BUSY_BACK_MS })))
      else toLease.push(...group)
    }
  }
  return toLease
}

async function sendLeased(
  resources: Resources,
  refs: readonly DueRef[],
  terms: SendTerms,
  report: SendReport,
): Promise<void> {
  for (let left = refs; left.length > 0;) {
    const leases = await takeLeases(resources, left, terms)
    faultPoint('after-lease')
    report.done.push(...leases.done)
    report.back.push(...leases.back)
    report.failed += leases.poisoned
    for (let i = 0; i < leases.poisoned; i++) report.failReasons.push('poison')
    const groups = leases.firstTry.length > 0 ? [leases.firstTry] : []
    for (const ref of leases.triedBefore) groups.push([ref])
    try {
      for (const group of groups) await sendGroup(resources, group, leases.fences, terms, report)
    } catch (error) {
      if (isDatabaseAway(error)) await giveBackOnReturn(resources, groups.flat(), leases.fences)
      throw error
    }
    left = leases.later
  }
}

/**
 * The database went away under messages that did nothing wrong: as soon as it is back, before anything else is tried, their
 * attempts are taken back. Otherwise five restarts of the database would make poison of them.
 */
async function giveBackOnReturn(resources: Resources, refs: readonly DueRef[], fences: HeldFences): Promise<void> {
  for (let look = 0; look < RETURN_LOOKS; look++) {
    await sleep(RETURN_LOOK_MS)
    try {
      await giveBack(resources, refs, fences, 'others')
      return
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
  }
}

async function sendGroup(
  resources: Resources,
  group: readonly DueRef[],
  fences: HeldFences,
  terms: SendTerms,
  report: SendReport,
): Promise<void> {
  try {
    await sendOnce(resources, group, fences, terms, report)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (group.length > 1 && !isContention(error)) {
      // By halves: one bad row among 500 costs some twenty transactions. One by one, the leases of the others would run
      // out while they wait for their turn, and their attempts with them.
      const middle = Math.ceil(group.length / 2)
      for (const half of [group.slice(0, middle), group.slice(middle)]) {
        await sendGroup(resources, half, fences, terms, report)
      }
      return
    }
    report.errors.push(error)
    const back = await giveBack(resources, group, fences, isContention(error) ? 'others' : 'message')
    const waiting = new Set(back.map(({ ref }) => ref))
    report.back.push(...back)
    report.done.push(...group.filter((ref) => !waiting.has(ref)))
  }
}

async function sendOnce(
  resources: Resources,
  refs: readonly DueRef[],
  fences: HeldFences | null,
  terms: SendTerms,
  report: SendReport,
): Promise<DueRef[]> {
  faultPoint('before-send')
  const result = await withTransaction(
    resources.mysql,
    (tx) => sendTraced(resources, tx, refs, { path: terms.path, fences, aliveSince: terms.aliveSince }),
    { lockWaits: 1 }, // other conversations are waiting too
  )
  faultPoint('after-commit')
  await publishCommitted(resources, {
    outbox: result.told.outbox,
    frames: framesOfAppended(result.sent),
    signals: result.told.signals,
  })
  return addToReport(report, result)
}

/** A transaction that is run again has a span for each try. */
const sendTraced = traced('send transaction', sendInTransaction, {
  before: (_, __, refs, { path }) => ({ 'carillon.path': path, 'carillon.claimed': refs.length }),
  after: ({ sent, failed, told }) => ({
    ...aboutMessages(sent),
    'carillon.sent': sent.length,
    'carillon.failed': failed,
    'carillon.outbox.id': told.outbox?.id ?? '',
  }),
})

function addToReport(report: SendReport, result: SendResult): DueRef[] {
  const toLease: DueRef[] = []
  for (const settlement of result.settlements) {
    if (settlement.then === 'done') report.done.push(settlement.ref)
    else if (settlement.then === 'back') report.back.push({ ref: settlement.ref, at_ms: settlement.at_ms })
    else toLease.push(settlement.ref)
  }
  report.sent.push(...result.sent)
  report.failed += result.failed
  report.failReasons.push(...result.failReasons)
  return toLease
}
