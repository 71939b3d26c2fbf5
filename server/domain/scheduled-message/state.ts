/**
 * The states of a scheduled message and who may move it (diagram and invariants: README.md beside this file).
 * `changeConflict` for its author and `sendVerdict` for a sender are the sole authority, asked under the row's lock.
 */
import { DomainError } from '../errors.ts'
import type { EpochMillis, EpochSeconds, Seconds } from '../time/units.ts'

export const STATUSES = ['SCHEDULED', 'DISPATCHING', 'SENT', 'FAILED', 'CANCELED'] as const
/**
 * SCHEDULED waits for its second; the author or a sender moves it on.
 * DISPATCHING is held by one sender under a durable lease; the lease's end gives it back.
 * SENT, FAILED, CANCELED are final; only FAILED can be scheduled again, by its author.
 */
export type Status = (typeof STATUSES)[number]

/** Why a message was not sent: a closed list, each told to the author in plain words with a remedy (C5). */
export const FAIL_REASONS = [
  'author_deactivated',
  'author_left_workspace',
  'not_in_channel',
  'channel_archived',
  'channel_deleted',
  'posting_restricted',
  'thread_deleted',
  'message_too_long',
  'content_refused',
  'files_gone',
  'workspace_suspended',
  'poison',
  'expired',
  'expired_after_restore',
  // its author's own guards (guards.ts)
  'replied_meanwhile',
  'author_away',
  'held_channel_archived',
] as const
export type FailReason = (typeof FAIL_REASONS)[number]

/** Why a message went out more than a minute after its second, told to its author (C7). */
export const LATE_CAUSES = ['workers_away', 'queue_away', 'retried', 'busy'] as const
export type LateCause = (typeof LATE_CAUSES)[number]
/** Later than this and everyone who looks sees it marked late. */
export const LATE_AFTER_MS = 60_000

export type ScheduledState = {
  status: Status
  sendAt: EpochSeconds
  /** null once final */
  wakeAt_ms: EpochMillis | null
  freeze_s: Seconds
}

export type EditWindow = { editableUntil: EpochSeconds; canEdit: boolean; canCancel: boolean }

/**
 * Until when and whether the author may change it (C1). SCHEDULED before the freeze, or a lease that ran out;
 * every door answers with this, so people see it before any conflict.
 */
export function editWindow(state: ScheduledState, now: EpochMillis): EditWindow {
  const editableUntil = Math.max(0, state.sendAt - state.freeze_s) as EpochSeconds
  const open = changeConflict(state, now) === null
  return { editableUntil, canEdit: open, canCancel: open }
}

/**
 * Why the author cannot change it now, or null if they can (C2).
 * Without a freeze a SCHEDULED row may be changed even past its second, until a sender locks it.
 */
export function changeConflict(
  state: ScheduledState,
  now: EpochMillis,
): 'already_sending' | 'already_sent' | 'already_canceled' | 'already_failed' | 'window_closed' | null {
  switch (state.status) {
    case 'SENT':
      return 'already_sent'
    case 'CANCELED':
      return 'already_canceled'
    case 'FAILED':
      return 'already_failed'
    case 'DISPATCHING':
      return state.wakeAt_ms !== null && state.wakeAt_ms <= now ? null : 'already_sending'
    case 'SCHEDULED':
      return state.freeze_s > 0 && now >= (state.sendAt - state.freeze_s) * 1000 ? 'window_closed' : null
  }
}

/** @throws DomainError the conflict, told honestly: never an OK followed by a post (C2) */
export function checkChangeable(state: ScheduledState, now: EpochMillis): void {
  const conflict = changeConflict(state, now)
  if (conflict) throw new DomainError(conflict, { status: state.status })
}

/** What a sender that holds the row's lock may do with it now (I2, I8). */
export type SendVerdict =
  /** final or gone: forget the id */
  | { do: 'drop' }
  /** not yet: come back at this time */
  | { do: 'wait'; until_ms: EpochMillis }
  | { do: 'send' }
  /** it has been tried before: count the attempt durably first, so that it cannot bring senders down for ever */
  | { do: 'lease' }
  | { do: 'expire' }

export type SendableState = ScheduledState & {
  fence: number
  attempts: number
  notAfter: EpochSeconds | null
  latePolicy_s: Seconds
}

/**
 * @param heldFence the fence of the caller's durable lease, or null on the fast path
 * @param now the database's clock
 */
export function sendVerdict(
  row: Omit<SendableState, 'freeze_s'>,
  heldFence: number | null,
  now: EpochMillis,
): SendVerdict {
  if (row.wakeAt_ms === null) return { do: 'drop' }
  if (heldFence !== null) {
    // Another owns it now, or its author changed it: the caller may not send, but the id is still wanted.
    if (row.status !== 'DISPATCHING' || row.fence !== heldFence) return { do: 'wait', until_ms: row.wakeAt_ms }
  } else if (row.wakeAt_ms > now) {
    return { do: 'wait', until_ms: row.wakeAt_ms }
  }
  if (row.sendAt * 1000 > now) return { do: 'wait', until_ms: (row.sendAt * 1000) as EpochMillis }
  if (isExpired(row, now)) return { do: 'expire' }
  return heldFence === null && (row.status === 'DISPATCHING' || row.attempts > 0) ? { do: 'lease' } : { do: 'send' }
}

/** Later than the author's own "not later than", or than the workspace's late policy (C7). */
export function isExpired(row: Pick<SendableState, 'sendAt' | 'notAfter' | 'latePolicy_s'>, now: EpochMillis): boolean {
  if (row.notAfter !== null && now >= (row.notAfter + 1) * 1000) return true
  return now > (row.sendAt + row.latePolicy_s) * 1000
}

/**
 * Why it is late, as far as the sender can know.
 * @param aliveSince when the sender's process began, by the database's clock: what was due before, nobody was there to send
 */
export function lateCauseOf(
  row: Pick<SendableState, 'sendAt' | 'attempts'>,
  path: SendPath,
  aliveSince: EpochMillis | undefined,
): LateCause {
  if (row.attempts > 1) return 'retried'
  if (path === 'sweep' || (aliveSince !== undefined && row.sendAt * 1000 < aliveSince)) return 'workers_away'
  return path === 'database' ? 'queue_away' : 'busy'
}
/** `queue`: claimed from Redis. `database`: read from MySQL while Redis is away. `sweep`: found overdue. `now`: by the author's hand. */
export type SendPath = 'queue' | 'database' | 'sweep' | 'now'
