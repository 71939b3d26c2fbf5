import { describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { epochMillis, epochSeconds, seconds, type EpochMillis } from '../time/units.ts'
import {
  changeConflict,
  checkChangeable,
  editWindow,
  isExpired,
  LATE_AFTER_MS,
  lateCauseOf,
  sendVerdict,
  type SendableState,
  type Status,
} from './state.ts'

const SECOND = 1_800_000_000
const ms = (n: number) => n as EpochMillis
const due_ms = ms(SECOND * 1000)

function row(facts: Partial<SendableState> = {}): SendableState {
  return {
    status: 'SCHEDULED',
    sendAt: epochSeconds(SECOND),
    wakeAt_ms: due_ms,
    freeze_s: seconds(0),
    fence: 3,
    attempts: 0,
    notAfter: null,
    latePolicy_s: seconds(86_400),
    ...facts,
  }
}
const leased = (until_ms: number, facts: Partial<SendableState> = {}) =>
  row({ status: 'DISPATCHING', wakeAt_ms: ms(until_ms), attempts: 1, ...facts })
const final = (status: Status) => row({ status, wakeAt_ms: null })

describe('what the author may change (C1, C2)', () => {
  test.each<[string, SendableState, number, ReturnType<typeof changeConflict>]>([
    ['SCHEDULED before its second', row(), -1, null],
    ['SCHEDULED past its second, nobody has it yet', row(), 5_000, null],
    ['SCHEDULED a millisecond before the freeze', row({ freeze_s: seconds(60) }), -60_001, null],
    ['SCHEDULED as the freeze begins', row({ freeze_s: seconds(60) }), -60_000, 'window_closed'],
    ['SCHEDULED past its second with a freeze', row({ freeze_s: seconds(60) }), 1, 'window_closed'],
    ['DISPATCHING under a live lease', leased(SECOND * 1000 + 30_000), 1_000, 'already_sending'],
    [
      'DISPATCHING a millisecond before the end of the lease',
      leased(SECOND * 1000 + 30_000),
      29_999,
      'already_sending',
    ],
    ['DISPATCHING with a lease that ran out', leased(SECOND * 1000 + 30_000), 30_000, null],
    ['SENT', final('SENT'), 0, 'already_sent'],
    ['FAILED', final('FAILED'), 0, 'already_failed'],
    ['CANCELED', final('CANCELED'), 0, 'already_canceled'],
  ])('%s', (_what, state, after_ms, conflict) => {
    const now = ms(SECOND * 1000 + after_ms)
    expect(changeConflict(state, now)).toBe(conflict)
    expect(editWindow(state, now)).toMatchObject({ canEdit: conflict === null, canCancel: conflict === null })
    if (conflict === null) expect(() => checkChangeable(state, now)).not.toThrow()
    else expect(() => checkChangeable(state, now)).toThrow(DomainError)
  })

  test('every door is told until when: the freeze before the second', () => {
    expect(editWindow(row({ freeze_s: seconds(90) }), ms(0)).editableUntil).toBe(SECOND - 90)
    expect(editWindow(row({ sendAt: epochSeconds(30), freeze_s: seconds(90) }), ms(0)).editableUntil).toBe(0)
  })
})

describe('what a sender that holds the row may do (I2, I8)', () => {
  test.each<[string, SendableState, number | null, number, ReturnType<typeof sendVerdict>]>([
    ['fast, a millisecond early', row(), null, -1, { do: 'wait', until_ms: due_ms }],
    ['fast, at its second', row(), null, 0, { do: 'send' }],
    [
      'fast, rescheduled to later',
      row({ sendAt: epochSeconds(SECOND + 60), wakeAt_ms: ms(due_ms + 60_000) }),
      null,
      1,
      { do: 'wait', until_ms: ms(due_ms + 60_000) },
    ],
    [
      'fast, in the pause after a failed try',
      row({ attempts: 1, wakeAt_ms: ms(due_ms + 2_000) }),
      null,
      1_000,
      { do: 'wait', until_ms: ms(due_ms + 2_000) },
    ],
    ['fast, tried before: counted first', row({ attempts: 1 }), null, 1_000, { do: 'lease' }],
    [
      "fast, under another's live lease",
      leased(SECOND * 1000 + 30_000),
      null,
      1_000,
      { do: 'wait', until_ms: ms(due_ms + 30_000) },
    ],
    ["fast, another's lease ran out: counted first", leased(SECOND * 1000 + 30_000), null, 30_000, { do: 'lease' }],
    [
      'fast, a wake before the second never sends early',
      row({ wakeAt_ms: ms(1) }),
      null,
      -1,
      { do: 'wait', until_ms: due_ms },
    ],
    ['fast, beyond the late policy', row(), null, 86_400_001, { do: 'expire' }],
    ['fast, within it to the millisecond', row(), null, 86_400_000, { do: 'send' }],
    [
      'fast, within its own "not later than" second',
      row({ notAfter: epochSeconds(SECOND + 5) }),
      null,
      5_999,
      { do: 'send' },
    ],
    ['fast, past it', row({ notAfter: epochSeconds(SECOND + 5) }), null, 6_000, { do: 'expire' }],
    ['with its own lease', leased(SECOND * 1000 + 30_000), 3, 1_000, { do: 'send' }],
    ['with its own lease that ran out, and nobody took it', leased(SECOND * 1000 + 30_000), 3, 40_000, { do: 'send' }],
    [
      'with an old fence: another holds it',
      leased(SECOND * 1000 + 30_000),
      2,
      1_000,
      { do: 'wait', until_ms: ms(due_ms + 30_000) },
    ],
    ['with an old fence: its author changed it', row({ fence: 4 }), 3, 1_000, { do: 'wait', until_ms: due_ms }],
    ['with a fence that is current although the row is SCHEDULED', row(), 3, 1_000, { do: 'wait', until_ms: due_ms }],
    ['with its own lease, expired', leased(SECOND * 1000 + 90_000_000), 3, 86_400_001, { do: 'expire' }],
    ['SENT', final('SENT'), null, 0, { do: 'drop' }],
    ['CANCELED while it held a lease', final('CANCELED'), 3, 0, { do: 'drop' }],
    ['FAILED', final('FAILED'), null, 0, { do: 'drop' }],
  ])('%s', (_what, state, heldFence, after_ms, verdict) => {
    expect(sendVerdict(state, heldFence, ms(SECOND * 1000 + after_ms))).toEqual(verdict)
  })

  test('no state, fence or clock lets anything out before its second (I2)', () => {
    for (const status of ['SCHEDULED', 'DISPATCHING'] as const) {
      for (const heldFence of [null, 2, 3]) {
        for (const wake of [0, SECOND * 1000 - 5_000, SECOND * 1000]) {
          for (const attempts of [0, 3]) {
            const verdict = sendVerdict(
              row({ status, wakeAt_ms: ms(wake), attempts }),
              heldFence,
              ms(SECOND * 1000 - 1),
            )
            expect(verdict.do).toBe('wait')
          }
        }
      }
    }
  })
})

test('late by more than a minute has a cause that names what was away (C7)', () => {
  expect(LATE_AFTER_MS).toBe(60_000)
  const row = (attempts: number) => ({ sendAt: epochSeconds(1_000), attempts })
  expect(lateCauseOf(row(1), 'sweep', undefined)).toBe('workers_away')
  expect(lateCauseOf(row(0), 'database', undefined)).toBe('queue_away')
  expect(lateCauseOf(row(0), 'queue', epochMillis(999_000))).toBe('busy')
  expect(lateCauseOf(row(0), 'queue', epochMillis(1_000_001))).toBe('workers_away')
  expect(lateCauseOf(row(2), 'queue', epochMillis(1_000_001))).toBe('retried')
})

test('"not later than" ends with its second, the policy to the millisecond (C7)', () => {
  const facts = { sendAt: epochSeconds(SECOND), latePolicy_s: seconds(10) }
  expect(isExpired({ ...facts, notAfter: epochSeconds(SECOND) }, ms(SECOND * 1000 + 999))).toBe(false)
  expect(isExpired({ ...facts, notAfter: epochSeconds(SECOND) }, ms(SECOND * 1000 + 1_000))).toBe(true)
  expect(isExpired({ ...facts, notAfter: null }, ms(SECOND * 1000 + 10_000))).toBe(false)
  expect(isExpired({ ...facts, notAfter: null }, ms(SECOND * 1000 + 10_001))).toBe(true)
})
