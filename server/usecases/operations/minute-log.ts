import { latenessBound, minuteOf } from '#server/domain/operations/lateness.ts'
import type { FailReason } from '#server/domain/scheduled-message/state.ts'
import type { EpochMillis, EpochSeconds } from '#server/domain/time/units.ts'
import type { Mysql } from '#server/mysql/connect.ts'
import { addFailures, addLateness, type MinuteFailures, type MinuteLateness } from '#server/mysql/minute-figures.ts'

/** A plot is this far behind at most; a sender writes at most two small statements in this time, none while idle. */
const WRITE_EVERY_MS = 10_000
/** While the database is away counts wait here: half a day of minutes, then new ones are let go. */
const WAITING_AT_MOST = 10_000

type Sent = { createdMs: EpochMillis; sendAt: EpochSeconds | null }
export type SendCounts = { sent: readonly Sent[]; failReasons: readonly FailReason[] }

export type MinuteLog = {
  /** Counts in memory: about 30 ns a message. */
  add(counts: SendCounts, now_ms?: number): void
  /** Adds what was counted to the tables. Never throws: what could not be written waits for the next time. */
  write(): Promise<void>
  /** Writes what is left. */
  end(): Promise<void>
}

/**
 * Counts how late messages were and why others failed, per minute, beside the send: no lock, no row and no statement of
 * a send waits for it. A write whose answer is lost is repeated and may count twice; a process that is killed loses ten
 * seconds of counts. The messages themselves tell the truth.
 */
export function startMinuteLog(mysql: Pick<Mysql, 'read'>): MinuteLog {
  let lateness = new Map<string, MinuteLateness>()
  let failures = new Map<string, MinuteFailures>()
  let writing = Promise.resolve()

  const writeOnce = async () => {
    const [late, failed] = [lateness, failures]
    lateness = new Map()
    failures = new Map()
    try {
      await addLateness(mysql.read, [...late.values()])
      late.clear()
      await addFailures(mysql.read, [...failed.values()])
    } catch {
      for (const count of late.values()) addLate(lateness, count)
      for (const count of failed.values()) addFailed(failures, count)
    }
  }
  const write = () => (writing = writing.then(writeOnce))
  const timer = setInterval(() => void write(), WRITE_EVERY_MS)
  return {
    add({ sent, failReasons }, now_ms = Date.now()) {
      for (const { createdMs, sendAt } of sent) {
        if (sendAt === null) continue
        const late_ms = Math.max(0, createdMs - sendAt * 1000)
        const bound_ms = latenessBound(late_ms)
        addLate(lateness, { minute_s: minuteOf(createdMs), bound_ms, messages: 1, worst_ms: late_ms })
      }
      for (const reason of failReasons)
        addFailed(failures, { minute_s: minuteOf(now_ms as EpochMillis), reason, messages: 1 })
    },
    write,
    end: async () => {
      clearInterval(timer)
      await write()
    },
  }
}

function addLate(into: Map<string, MinuteLateness>, count: MinuteLateness): void {
  const key = `${count.minute_s}:${count.bound_ms}`
  const known = into.get(key)
  if (known) {
    known.messages += count.messages
    known.worst_ms = Math.max(known.worst_ms, count.worst_ms)
  } else if (into.size < WAITING_AT_MOST) into.set(key, count)
}

function addFailed(into: Map<string, MinuteFailures>, count: MinuteFailures): void {
  const key = `${count.minute_s}:${count.reason}`
  const known = into.get(key)
  if (known) known.messages += count.messages
  else if (into.size < WAITING_AT_MOST) into.set(key, count)
}
