/**
 * Judges a run by its history and the database at rest. Pure. Every breach names its message, so that a log line can be
 * found; each check can fail (check-history.test.ts).
 */
import { checkGuards, reasonsByGuards } from './check-guards.ts'
import { checkRights } from './check-rights.ts'
import { checkSeries } from './check-series.ts'
import { markOf } from './mark-of.ts'
import type { EndState, History, LostTime, MessageFact, ScheduledFact, ScheduledHistory } from './history.ts'

export type Verdict = {
  accepted: number
  sent: number
  failed: number
  canceled: number
  lost: number
  duplicates: number
  clientDuplicates: number
  early: number
  wrongBody: number
  brokenCancels: number
  gaps: number
  clientMismatches: number
  /** Failed without a reason or notice, or for a reason it cannot have; left-over outbox rows and claims. */
  leftovers: number
  /** Sent although a condition of its author said no. */
  guards: number
  /** Posted by somebody who may not, or although its author was told no. */
  rights: number
  latenesses_ms: number[]
  breaches: string[]
}

export function checkHistory(history: History, end: EndState): Verdict {
  const breaches: string[] = []
  const breach = (kind: string, what: string) => void breaches.push(`${kind}: ${what}`)
  const byId = new Map(end.scheduled.map((row) => [row.id, row]))
  const messages = groupByMark(end.messages)
  const noticed = new Set(end.noticed)
  const accepted = history.scheduled.filter((one) => one.created === 'ok')
  const latenesses_ms: number[] = []

  for (const one of history.scheduled) {
    const posted = messages.get(one.mark) ?? []
    // Of an answer that was lost the row is not known; what it posted has its id.
    const row = byId.get(one.id ?? posted[0]?.id ?? '')
    checkEnd(one, row, posted, breach)
    if (row?.status === 'FAILED') checkFailure(one, row, { noticed, history, end }, breach)
    for (const message of posted) checkContent(one, message, breach)
    if (row) for (const message of posted) checkGuards(one, row, message, { history, end }, breach)
    for (const { createdMs } of posted)
      if (createdMs > end.now_ms) breach('early', `${one.mark} carries a time ${createdMs - end.now_ms} ms ahead`)
    const first = posted[0]
    if (one.created === 'ok' && first && row?.status === 'SENT')
      latenesses_ms.push(first.createdMs - effectiveDue(one, first))
  }
  for (const typed of history.typed) {
    if ((messages.get(typed.mark) ?? []).length === 0) breach('lost', `typed ${typed.mark}`)
  }
  for (const [mark, posted] of messages)
    if (posted.length > 1) breach('duplicates', `${mark} was posted ${posted.length} times`)
  checkRights(history, end, breach)
  checkSeries(history, end, breach)
  checkNumbers(history, end, breach)
  checkClients(history, end, breach)
  if (end.outboxLeft > 0) breach('leftovers', `${end.outboxLeft} outbox rows`)
  if (end.claimsLeft > 0) breach('leftovers', `${end.claimsLeft} claims`)

  const count = (kind: string) => breaches.filter((text) => text.startsWith(`${kind}:`)).length
  const statuses = accepted.map((one) => byId.get(one.id ?? '')?.status)
  return {
    accepted: accepted.length,
    sent: statuses.filter((status) => status === 'SENT').length,
    failed: statuses.filter((status) => status === 'FAILED').length,
    canceled: statuses.filter((status) => status === 'CANCELED').length,
    lost: count('lost'),
    duplicates: count('duplicates'),
    clientDuplicates: count('clientDuplicates'),
    early: count('early'),
    wrongBody: count('wrongBody'),
    brokenCancels: count('brokenCancels'),
    gaps: count('gaps'),
    clientMismatches: count('clientMismatches'),
    leftovers: count('leftovers'),
    guards: count('guards'),
    rights: count('rights'),
    latenesses_ms: latenesses_ms.toSorted((a, b) => a - b),
    breaches,
  }
}

export type Breach = (kind: string, what: string) => void

function groupByMark(messages: readonly MessageFact[]): Map<string, MessageFact[]> {
  const groups = new Map<string, MessageFact[]>()
  for (const message of messages) {
    const mark = markOf(message.text)
    groups.set(mark, [...(groups.get(mark) ?? []), message])
  }
  return groups
}

/** What was never acknowledged may be missing; what became of it otherwise has to be as right as everything else. */
function checkEnd(
  one: ScheduledHistory,
  row: ScheduledFact | undefined,
  posted: readonly MessageFact[],
  breach: Breach,
): void {
  if (one.created === 'refused') {
    if (posted.length > 0) breach('rights', `${one.mark} was refused (${one.createCode}) and posted`)
    return
  }
  const cancel = one.changes.findLast((change) => change.kind === 'cancel')
  if (cancel?.outcome === 'ok') {
    if (posted.length > 0 || row?.status === 'SENT') breach('brokenCancels', `${one.mark} was cancelled and posted`)
    if (row?.status !== 'CANCELED') breach('brokenCancels', `${one.mark} was cancelled and is ${row?.status}`)
    return
  }
  if (!row) {
    if (one.created === 'ok') breach('lost', `${one.mark} was accepted and has no row`)
    else if (posted.length > 0) breach('lost', `${one.mark} was posted and has no row`)
    return
  }
  if (row.status === 'CANCELED' && cancel?.outcome !== 'unknown')
    breach('lost', `${one.mark} is CANCELED, nobody did that`)
  if (row.status === 'SENT' && posted.length === 0) breach('lost', `${one.mark} is SENT without a message`)
  if (row.status !== 'SENT' && posted.length > 0) breach('duplicates', `${one.mark} is ${row.status} and posted`)
  if (row.status === 'SCHEDULED' || row.status === 'DISPATCHING') breach('lost', `${one.mark} is still ${row.status}`)
}

type AboutFailures = { noticed: ReadonlySet<string>; history: History; end: EndState }

function checkFailure(one: ScheduledHistory, row: ScheduledFact, about: AboutFailures, breach: Breach): void {
  const { noticed, history, end } = about
  if (row.failReason === null) breach('leftovers', `${one.mark} failed without a reason`)
  if (!noticed.has(row.id)) breach('leftovers', `${one.mark} failed (${row.failReason}) without a notice`)
  const expected = reasonsByGuards(one, row, { history, end })
  if (one.mayBeRefused)
    expected.push('not_in_channel', one.guards.holdIfArchived ? 'held_channel_archived' : 'channel_archived')
  if (one.isPoison) expected.push('poison')
  const isPast = ({ to_ms }: LostTime) => Math.min(...timesOf(one)) * 1000 <= to_ms
  if (history.restores.some(isPast)) expected.push('expired_after_restore')
  if (!expected.includes(row.failReason ?? ''))
    breach('lost', `${one.mark} failed (${row.failReason}), which nothing in the run explains`)
}

/** The last acknowledged value, or one whose acknowledgement was lost after it. */
function allowed<T>(initial: T, changes: readonly { outcome: string; value: T }[]): T[] {
  const lastOk = changes.findLastIndex((change) => change.outcome === 'ok')
  const start = lastOk === -1 ? initial : changes[lastOk]?.value
  const unknown = changes.slice(lastOk + 1).filter((change) => change.outcome === 'unknown')
  return [start as T, ...unknown.map((change) => change.value)]
}

const bodiesOf = (one: ScheduledHistory) =>
  allowed(
    one.text,
    one.changes.flatMap((change) => (change.kind === 'edit' ? [{ outcome: change.outcome, value: change.text }] : [])),
  )
const timesOf = (one: ScheduledHistory) =>
  allowed(
    one.sendAt,
    one.changes.flatMap((change) =>
      change.kind === 'reschedule' ? [{ outcome: change.outcome, value: change.sendAt }] : [],
    ),
  )

function checkContent(one: ScheduledHistory, message: MessageFact, breach: Breach): void {
  if (!bodiesOf(one).includes(message.text))
    breach('wrongBody', `${one.mark} posted "${message.text}", not ${bodiesOf(one).join(' or ')}`)
  const times = timesOf(one)
  if (message.createdMs < Math.min(...times) * 1000)
    breach('early', `${one.mark} posted ${Math.min(...times) * 1000 - message.createdMs} ms early`)
  if (message.sendAt === null || !times.includes(message.sendAt))
    breach('early', `${one.mark} posted for ${message.sendAt}, not ${times.join(' or ')}`)
}

/** Its second, or the moment its author was told yes: a message accepted late cannot be on time. */
function effectiveDue(one: ScheduledHistory, message: MessageFact): number {
  const asked = one.changes
    .filter((change) => change.kind === 'reschedule' && change.outcome !== 'refused')
    .map((change) => change.answered_ms)
  const due_ms = (message.sendAt ?? 0) * 1000
  return Math.max(due_ms, ...[one.answered_ms, ...asked].filter((at_ms) => at_ms <= message.createdMs))
}

/** Every number up to the last is one change: messages are known, the others are at most as many as were asked for (I5). */
function checkNumbers(history: History, end: EndState, breach: Breach): void {
  for (const [conversationId, lastSeq] of Object.entries(end.lastSeqs)) {
    const numbers = end.messages
      .filter((message) => message.conversationId === conversationId)
      .map((message) => message.seq)
    const distinct = new Set(numbers)
    if (distinct.size !== numbers.length) breach('gaps', `${conversationId} gave a number twice`)
    if (numbers.some((seq) => seq < 1 || seq > lastSeq))
      breach('gaps', `${conversationId} has a message beyond its last number ${lastSeq}`)
    const asked = history.rights.find((one) => one.conversationId === conversationId)?.changes.length ?? 0
    const unexplained = lastSeq - distinct.size - asked
    if (unexplained > 0) breach('gaps', `${conversationId} has ${unexplained} numbers that belong to nothing`)
  }
}

function checkClients(history: History, end: EndState, breach: Breach): void {
  for (const client of history.clients) {
    if (client.unsent > 0) breach('lost', `${client.name} still has ${client.unsent} unsent messages`)
    for (const [mark, times] of countEach(client.onScreen ?? []))
      if (times > 1) breach('clientDuplicates', `${client.name} has ${mark} ${times} times on its screen`)
    for (const { conversationId, floorSeq, messages } of client.conversations) {
      for (const [mark, times] of countEach(messages.map(({ text }) => markOf(text))))
        if (times > 1) breach('clientDuplicates', `${client.name} shows ${mark} ${times} times`)
      const line = (one: { id: string; seq: number; text: string }) => `${one.seq} ${one.id} ${one.text}`
      const there = end.messages
        .filter((message) => message.conversationId === conversationId && message.seq >= floorSeq)
        .toSorted((a, b) => a.seq - b.seq)
        .map(line)
      const here = messages
        .filter((message) => message.seq >= floorSeq)
        .toSorted((a, b) => a.seq - b.seq)
        .map(line)
      if (here.join('\n') !== there.join('\n')) {
        breach('clientMismatches', `${client.name} shows ${here.length} of ${there.length} in ${conversationId}`)
      }
    }
  }
}

function countEach(marks: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return counts
}

export const isSafe = (verdict: Verdict): boolean => verdict.breaches.length === 0
