/**
 * The durable lease: SCHEDULED → DISPATCHING with the attempt counted before it is made, for ids whose last sender
 * may have died of them. After `MAX_ATTEMPTS` a message is FAILED (poison) instead of bringing senders down for ever.
 */
import type { MessageId } from '#server/domain/ids.ts'
import type { DueRef } from '#server/domain/partition/redis-keys.ts'
import type { EpochMillis, Millis } from '#server/domain/time/units.ts'
import { backOffRow, lockScheduled, type DueRow } from '#server/mysql/scheduled-messages.ts'
import { leaseRows, lockDueRows } from '#server/mysql/send-rows.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { failRows, tellOfSent } from './tell-author.ts'

export type LeaseTerms = {
  /** Names the process in the row and in `explain`. */
  owner: string
  lease_ms: Millis
  /** When this process began to send, by the database's clock; only the cause of lateness rests on it. */
  aliveSince?: EpochMillis
}

const MAX_ATTEMPTS = 5
/** Rows that each get a transaction of their own while their leases run. */
const TRIED_AT_ONCE = 10
const BACK_OFF_MS = 1_000
const BACK_OFF_AT_MOST_MS = 60_000

export type Leases = {
  fences: Map<MessageId, number>
  firstTry: DueRef[]
  triedBefore: DueRef[]
  /** Tried before as well, but one at a time takes too long for the lease of all of them: lease these afterwards. */
  later: DueRef[]
  done: DueRef[]
  back: { ref: DueRef; at_ms: EpochMillis }[]
  poisoned: number
}

export async function takeLeases(resources: Resources, refs: readonly DueRef[], terms: LeaseTerms): Promise<Leases> {
  const { leases, told } = await withTransaction(resources.mysql, async (tx) => {
    const locked = await lockDueRows(tx, refs)
    const leases: Leases = {
      fences: new Map(),
      firstTry: [],
      triedBefore: [],
      later: [],
      done: [],
      back: [],
      poisoned: 0,
    }
    const toLease: DueRow[] = []
    const poisoned: DueRow[] = []
    let now = 0 as EpochMillis
    for (const ref of refs) {
      const read = locked.get(ref.id)
      now = Math.max(now, read?.now ?? 0) as EpochMillis
      if (!read || read.row.wakeAt_ms === null) leases.done.push(ref)
      else if (read.row.wakeAt_ms > read.now) leases.back.push({ ref, at_ms: read.row.wakeAt_ms })
      else if (read.row.attempts > 0 && leases.triedBefore.length >= TRIED_AT_ONCE) leases.later.push(ref)
      else if (read.row.attempts >= MAX_ATTEMPTS) {
        poisoned.push(read.row)
        leases.done.push(ref)
      } else {
        toLease.push(read.row)
        leases.fences.set(ref.id, read.row.fence + 1)
        if (read.row.attempts === 0) leases.firstTry.push(ref)
        else leases.triedBefore.push(ref)
      }
    }
    await leaseRows(tx, toLease, terms.owner, terms.lease_ms, now)
    leases.poisoned = poisoned.length
    const authors = await failRows(
      tx,
      resources.makeId,
      poisoned.map((row) => [row, 'poison'] as const),
      now,
    )
    const told = await tellOfSent(
      tx,
      resources.makeId,
      { rows: [], sent: [], late: new Map(), channels: new Map(), now },
      authors,
    )
    return { leases, told }
  })
  await publishCommitted(resources, { outbox: told.outbox, frames: [], signals: told.signals })
  return leases
}

/** `message`: it may be the cause, so its attempts stay counted. `others`: they were in its way, so none counts. */
export type Blame = 'message' | 'others'

/**
 * T6 for each: the lease ends early, and the row comes back after a pause that doubles with each attempt, or where
 * others are to blame with its lateness.
 * @returns those still to be sent; a row that is final meanwhile is missing
 */
export async function giveBack(
  resources: Resources,
  refs: readonly DueRef[],
  fences: ReadonlyMap<MessageId, number>,
  blame: Blame,
): Promise<{ ref: DueRef; at_ms: EpochMillis }[]> {
  const back: { ref: DueRef; at_ms: EpochMillis }[] = []
  for (const ref of refs) {
    const at_ms = await withTransaction(resources.mysql, async (tx) => {
      const held = await lockScheduled(tx, ref.workspaceId, ref.id)
      if (!held) return null
      const { row, now } = held
      if (row.status !== 'DISPATCHING' || row.fence !== fences.get(ref.id)) return row.wakeAt_ms
      const wanted_ms = blame === 'message' ? BACK_OFF_MS * 2 ** (row.attempts - 1) : now - row.sendAt * 1000
      const pause_ms = Math.min(Math.max(wanted_ms, BACK_OFF_MS), BACK_OFF_AT_MOST_MS)
      await backOffRow(tx, row, pause_ms, now, blame === 'message' ? row.attempts : 0)
      return (now + pause_ms) as EpochMillis
    })
    if (at_ms !== null) back.push({ ref, at_ms })
  }
  return back
}
