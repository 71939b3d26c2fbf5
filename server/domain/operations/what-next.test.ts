import { describe, expect, test } from 'vitest'
import type { Lane } from '../partition/lane-of.ts'
import { FAIL_REASONS } from '../scheduled-message/state.ts'
import { epochMillis, epochSeconds, seconds } from '../time/units.ts'
import { whatNext, type NextFacts, type Whereabouts } from './what-next.ts'

const SEND_AT = epochSeconds(1_800_000_000)
const SECOND = epochMillis(SEND_AT * 1000)
const at = (offset_ms: number) => epochMillis(SECOND + offset_ms)
const HOUR = 3_600_000

const inDue: Whereabouts = { redis: 'here', loaded: true, place: { in: 'due', at_ms: SECOND } }
const nowhere: Whereabouts = { redis: 'here', loaded: true, place: { in: 'nowhere' } }
const away: Whereabouts = { redis: 'away' }

const waiting: NextFacts = {
  status: 'SCHEDULED',
  sendAt: SEND_AT,
  wakeAt_ms: SECOND,
  leaseOwner: null,
  attempts: 0,
  failReason: null,
  sentSeq: null,
  sentAt_ms: null,
  lateCause: null,
  notAfter: null,
  latePolicy_s: seconds(86_400),
  lane: 3 as Lane,
  where: inDue,
  unpublished: false,
}
const next = (changed: Partial<NextFacts>, offset_ms: number) => whatNext({ ...waiting, ...changed }, at(offset_ms))

describe('a message that waits', () => {
  test('and is loaded is claimed at its second', () => {
    expect(next({}, -HOUR)).toEqual({
      state: 'waiting',
      words:
        'It waits for its second, 2027-01-15 08:00:00 UTC (in 1 h). Its id is in the fast queue: a dispatcher claims it then and sends it.',
    })
  })

  test('was loaded for an earlier second, before it was moved: it is looked at then, and put back', () => {
    const where: Whereabouts = { redis: 'here', loaded: true, place: { in: 'due', at_ms: at(-HOUR) } }
    expect(next({ where }, -2 * HOUR).words).toContain(
      'look at it once before that, at 2027-01-15 07:00:00 UTC, and put it back',
    )
  })

  test('and lies beyond the loaded day is loaded 23 hours before its second at the latest', () => {
    const told = next({ where: nowhere }, -48 * HOUR)
    expect(told.state).toBe('waiting_not_loaded')
    expect(told.words).toContain('a hydrator loads it by 2027-01-14 09:00:00 UTC (in 1 d 1 h)')
  })

  test('and should be in Redis but is not, says that its enqueue was lost and how late that can make it', () => {
    const told = next({ where: nowhere }, -HOUR)
    expect(told.state).toBe('waiting_not_loaded')
    expect(told.words).toMatch(/enqueue was lost.*within 1 h.*up to 4 s late/)
  })

  test('in a partition that is not loaded is read from the database', () => {
    const told = next({ where: { redis: 'here', loaded: false, place: { in: 'nowhere' } } }, -HOUR)
    expect(told).toMatchObject({ state: 'waiting_not_loaded', words: expect.stringContaining('Partition 3') })
  })

  test('while Redis is away is read from the database', () => {
    expect(next({ where: away }, -HOUR)).toMatchObject({
      state: 'waiting',
      words: expect.stringContaining('Redis is away'),
    })
  })

  test('after tries that went wrong says when the next one is', () => {
    const told = next({ attempts: 2, wakeAt_ms: at(4_000) }, 2_000)
    expect(told).toEqual({
      state: 'backing_off',
      words: '2 tries went wrong. The next try is at 2027-01-15 08:00:04 UTC (in 2 s).',
    })
  })
})

describe('an overdue message', () => {
  const claimed = (until_ms: number): Whereabouts => ({
    redis: 'here',
    loaded: true,
    place: { in: 'claim', until_ms: at(until_ms) },
  })

  test.each<[string, Whereabouts, RegExp]>([
    ['in the fast queue', inDue, /next dispatcher claims it, within 250 ms/],
    ['under a claim', claimed(6_000), /claimed it until 2027-01-15 08:00:06 UTC/],
    ['whose claim ran out', claimed(1_000), /claim ran out/],
    [
      'that Redis does not hold',
      nowhere,
      /hydrator puts it in within 4 s of its second, and the sweeper sends it within 2 min/,
    ],
    [
      'in a partition that is not loaded',
      { redis: 'here', loaded: false, place: { in: 'nowhere' } },
      /Partition 3 is not loaded/,
    ],
    ['while Redis is away', away, /reads its lane from the database/],
  ])('%s says who sends it', (_which, where, words) => {
    const told = next({ where }, 2_000)
    expect(told.state).toBe('overdue')
    expect(told.words).toMatch(/^It has been due for 2 s\./)
    expect(told.words).toMatch(words)
  })

  test('beyond its late policy ends as FAILED', () => {
    expect(next({}, 25 * HOUR).words).toContain('FAILED (expired)')
    expect(next({ notAfter: epochSeconds(SEND_AT + 10) }, 11_000).words).toContain('FAILED (expired)')
  })
})

describe('a message under a lease', () => {
  const leased = { status: 'DISPATCHING', leaseOwner: 'dispatcher:host:7', attempts: 1, wakeAt_ms: at(30_000) } as const

  test('names who sends it, until when, and that its author cannot change it', () => {
    expect(next(leased, 10_000)).toMatchObject({
      state: 'leased',
      words: expect.stringMatching(
        /^dispatcher:host:7 is sending it, try 1\. Its lease ends at 2027-01-15 08:00:30 UTC \(in 20 s\)/,
      ),
    })
  })

  test('that ran out can be taken over, and changed by its author', () => {
    expect(next(leased, 31_000)).toMatchObject({
      state: 'lease_ran_out',
      words: expect.stringMatching(/ran out, 1 s ago.*author may change/),
    })
  })
})

describe('a final message', () => {
  const sent = { status: 'SENT', wakeAt_ms: null, sentSeq: 41, sentAt_ms: at(12) } as const

  test('that was sent says as which number and how late', () => {
    expect(next(sent, HOUR)).toEqual({
      state: 'sent',
      words: 'It was sent as message 41 of its conversation, 12 ms after its second. Nothing happens any more.',
    })
    expect(next({ ...sent, sentAt_ms: at(120_000), lateCause: 'workers_away' }, HOUR).words).toContain(
      '2 min after its second (late because',
    )
  })

  test('that was sent and not published is published by the relay', () => {
    expect(next({ ...sent, unpublished: true }, 500).words).toContain('the relay makes it within 2 s')
  })

  test.each(FAIL_REASONS)('that failed with %s says why and what helps', (failReason) => {
    const told = next({ status: 'FAILED', wakeAt_ms: null, failReason }, HOUR)
    expect(told.state).toBe('failed')
    expect(told.words).toMatch(
      new RegExp(`^It was not sent: .+ \\(${failReason}\\)\\. Nothing happens by itself\\. What helps: .+\\.$`),
    )
  })

  test('that was canceled is never sent', () => {
    expect(next({ status: 'CANCELED', wakeAt_ms: null }, -HOUR).state).toBe('canceled')
  })
})
