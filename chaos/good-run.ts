/** What the tests of the checker start from: a history that is right, to be broken in one way each. */
import { expect, test } from 'vitest'
import { NO_GUARDS } from '#server/domain/scheduled-message/guards.ts'
import { checkHistory, type Verdict } from './check-history.ts'
import type { EndState, History, RightsHistory, ScheduledHistory } from './history.ts'

export const NOW_S = 1_700_000_000
export const one = (changed: Partial<ScheduledHistory> = {}): ScheduledHistory => ({
  mark: 'm1',
  conversationId: 'c',
  mayBeRefused: false,
  isPoison: false,
  text: 'm1.v1',
  sendAt: NOW_S,
  guards: NO_GUARDS,
  notAfter: null,
  created: 'ok',
  createRepeated: false,
  answered_ms: (NOW_S - 5) * 1000,
  id: '11',
  changes: [],
  ...changed,
})
/** The message of `one`, its row, and its bubble. */
export const posted = {
  id: '11',
  conversationId: 'c',
  seq: 1,
  text: 'm1.v1',
  origin: 'scheduled',
  sendAt: NOW_S,
  createdMs: NOW_S * 1000 + 40,
  authorId: 'anna',
}
export const row = {
  ...{ id: '11', status: 'SENT', authorId: 'anna', conversationId: 'c', sendAt: NOW_S },
  ...{ failReason: null, lateCause: null, sentSeq: 1, quietAfterSeq: null, seriesId: null, seriesDay: null },
}
export const shown = { id: '11', seq: 1, text: 'm1.v1' }

export type Run = { history: History; end: EndState }
/** A history without a breach: one message, sent and shown. */
export const goodRun = (): Run => ({
  history: {
    scheduled: [one()],
    typed: [],
    clients: [{ name: 'a', unsent: 0, conversations: [{ conversationId: 'c', floorSeq: 0, messages: [shown] }] }],
    series: [],
    away: { memberId: 'anna', told_ms: null, back_ms: null, backTold_ms: null },
    rights: [],
    lostTimes: [],
    restores: [],
  },
  end: {
    now_ms: NOW_S * 1000 + 60_000,
    scheduled: [row],
    messages: [posted],
    noticed: [],
    lastSeqs: { c: 1 },
    epochs: { c: 1 },
    outboxLeft: 0,
    claimsLeft: 0,
  },
})

export const canceled = one({ changes: [{ kind: 'cancel', outcome: 'ok', answered_ms: 0 }] })

/** Somebody else's message in the same conversation. */
export const reply = { ...posted, id: '12', seq: 1, text: 't1 typed', authorId: 'ben' }

/** What has to count it, how the history is broken. */
export type Broken = [kind: keyof Verdict, how: string, breakIt: (run: Run) => void]

/** A test for each. */
export function expectEachCounted(broken: readonly Broken[]): void {
  test.each([...broken])('%s: %s', (kind, _how, breakIt) => {
    const run = goodRun()
    breakIt(run)
    expect(checkHistory(run.history, run.end)[kind]).toBeGreaterThan(0)
  })
}

/** Taken and given back, both acknowledged. */
export const changedTwice = (authorId: string | null): RightsHistory => ({
  conversationId: 'c',
  authorId,
  changes: [
    { outcome: 'ok', answered_ms: (NOW_S - 8) * 1000 },
    { outcome: 'ok', answered_ms: (NOW_S - 4) * 1000 },
  ],
})
