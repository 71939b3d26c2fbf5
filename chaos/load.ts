/**
 * What people do during a run: they schedule thousands of messages, edit, cancel and reschedule some (half of these within
 * 200 ms of the second), type in between, remove people and archive channels, and go on doing so during every outage.
 * Planned from the seed; every call is repeated until its answer is known, and what was answered goes into the history.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '#server/domain/member/authorize.ts'
import { idTimeMs, type ConversationId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Settled, WebTier } from './call-web.ts'
import { guardsOf } from './guard-load.ts'
import type { AwayHistory, Outcome, RightsHistory, ScheduledHistory, SeriesHistory, TypedHistory } from './history.ts'
import { goAway, startSeries } from './rare-load.ts'
import { INSIST_MS, type Scene } from './scene.ts'
import type { Chance } from './seeded.ts'

export type LoadOptions = {
  seconds: number
  messages: number
  burst: number
  /** Share of messages that are offered at the start, whenever they are due. */
  early: number
  /** Some rows are refused by the database whenever they are sent. */
  hasPoison: boolean
}

export type Load = {
  scheduled: ScheduledHistory[]
  typed: TypedHistory[]
  series: SeriesHistory[]
  away: AwayHistory
  rights: RightsHistory[]
  /** Edits, cancels and reschedules that were made and answered within 200 ms of the second, by kind. */
  close: { edit: number; cancel: number; later: number; earlier: number }
  done: Promise<void>
}

/** One message in so many breaks its sender, and at least two do. */
const POISON_AMONG = 500
const POISON_LEAST = 2
/** How long before its second a message is offered: an early one is offered at the start. */
const AHEAD_MS = { most: 9_000, least: 2_500 }
/** Five attempts with their back-offs, and faults in between: all have to be over when the load is. */
const POISON_TAKES_S = 30
/** Of the second: a change that begins and ends within it races with the send. */
const CLOSE_MS = 200

type Plan = { history: ScheduledHistory; author: Actor; askAt_ms: number; changes: PlannedChange[] }
type PlannedChange = { at_ms: number } & (
  | { kind: 'edit'; text: string }
  | { kind: 'cancel' }
  | { kind: 'later' | 'earlier'; sendAt: number }
)

/** @param typeOne hands a text to a client, and answers where it was typed; null if it could not be */
export function startLoad(
  scene: Scene,
  web: WebTier,
  chance: Chance,
  options: LoadOptions,
  typeOne: (text: string) => Promise<ConversationId | null>,
): Load {
  const start_ms = Date.now()
  const close = { edit: 0, cancel: 0, later: 0, earlier: 0 }
  const plans = planAll(scene, chance, options, start_ms)
  const typed: TypedHistory[] = []
  const [owner, , leaver] = scene.people
  const shrinking: RightsHistory = {
    conversationId: scene.shrinking,
    authorId: leaver?.memberId ?? null,
    changes: [],
  }
  const closing: RightsHistory = { conversationId: scene.closing, authorId: null, changes: [] }
  const until = (at_ms: number) => sleep(Math.max(0, at_ms - Date.now()))

  async function live({ history, author, askAt_ms, changes }: Plan): Promise<void> {
    await until(askAt_ms)
    const asked = {
      conversationId: history.conversationId,
      text: history.text,
      sendAt: history.sendAt,
      zone: 'Europe/Berlin',
      notAfter: history.notAfter,
      guards: history.guards,
      clientToken: history.mark,
    }
    const settled = await web.settle(author, 'schedule', asked, INSIST_MS)
    history.created = outcomeOf(settled)
    history.answered_ms = Date.now()
    if (settled.outcome === 'refused') history.createCode = settled.code
    if (settled.outcome !== 'ok') return
    let view = settled.value as ScheduledView
    history.id = view.id
    history.createRepeated = settled.wasUnknown && idTimeMs(view.id) < settled.asked_ms
    for (const change of changes) {
      await until(change.at_ms)
      view = await apply(history, author, change, view)
    }
  }

  /** @returns what its author has seen last */
  async function apply(
    history: ScheduledHistory,
    author: Actor,
    change: PlannedChange,
    seen: ScheduledView,
  ): Promise<ScheduledView> {
    const { id, version, sendAt } = seen
    const isNear = () => Math.abs(Date.now() - sendAt * 1000) <= CLOSE_MS
    const beganNear = isNear()
    const input =
      change.kind === 'edit'
        ? { id, version, text: change.text }
        : change.kind === 'cancel'
          ? { id }
          : { id, version, sendAt: change.sendAt, zone: 'Europe/Berlin' }
    const settled = await web.settle(author, change.kind === 'cancel' ? 'cancel' : 'edit', input, INSIST_MS)
    if (settled.outcome !== 'unknown' && beganNear && isNear()) close[change.kind]++
    // A cancel repeats its own answer.
    const outcome = change.kind === 'cancel' ? settled.outcome : outcomeOf(settled)
    const told = { outcome, answered_ms: Date.now(), ...(settled.outcome === 'refused' ? { code: settled.code } : {}) }
    if (change.kind === 'edit') history.changes.push({ kind: 'edit', text: change.text, ...told })
    else if (change.kind === 'cancel') history.changes.push({ kind: 'cancel', ...told })
    else history.changes.push({ kind: 'reschedule', sendAt: change.sendAt, ...told })
    return settled.outcome === 'ok' ? (settled.value as ScheduledView) : seen
  }

  async function type(): Promise<void> {
    for (let i = 0; Date.now() < start_ms + options.seconds * 1000; i++) {
      const sent_ms = Date.now()
      const conversationId = await typeOne(`t${i} typed`)
      if (conversationId) typed.push({ mark: `t${i}`, conversationId, sent_ms })
      await sleep(250)
    }
  }

  async function unsettle(): Promise<void> {
    if (!owner || !leaver) return
    const steps: [number, Parameters<WebTier['settle']>[1], RightsHistory, Record<string, unknown>][] = [
      [0.35, 'remove', shrinking, { memberId: leaver.memberId }],
      [0.45, 'archive', closing, { archived: true }],
      [0.6, 'invite', shrinking, { memberId: leaver.memberId }],
      [0.7, 'archive', closing, { archived: false }],
    ]
    for (const [share, method, rights, args] of steps) {
      await until(start_ms + share * options.seconds * 1000)
      const change = { outcome: 'unknown' as Outcome, answered_ms: 0 }
      rights.changes.push(change)
      change.outcome = outcomeOf(await web.settle(owner, method, { id: rights.conversationId, ...args }, INSIST_MS))
      change.answered_ms = Date.now()
    }
  }

  const away = goAway(scene, web, start_ms, options.seconds)
  const series = startSeries(scene, web, chance, start_ms, options.seconds)
  const done = Promise.all([...plans.map(live), type(), unsettle(), away.done, series.done]).then(() => undefined)
  return {
    scheduled: plans.map(({ history }) => history),
    typed,
    series: series.histories,
    away: away.history,
    rights: [shrinking, closing],
    close,
    done,
  }
}

/** A refusal after a lost answer may be the echo of one's own success, or a right that was taken since. */
function outcomeOf(settled: Settled): Outcome {
  return settled.outcome === 'refused' && settled.wasUnknown ? 'unknown' : settled.outcome
}

function planAll(scene: Scene, chance: Chance, options: LoadOptions, start_ms: number): Plan[] {
  const first_s = Math.ceil(start_ms / 1000) + 4
  const last_s = Math.floor(start_ms / 1000) + options.seconds
  const burst_s = Math.round((first_s + last_s) / 2)
  const poisons = options.hasPoison ? Math.max(POISON_LEAST, Math.floor(options.messages / POISON_AMONG)) : 0
  return Array.from({ length: options.messages }, (_, i): Plan => {
    const mark = `m${i}`
    const isPoison = i < poisons
    const unsettled = !isPoison && chance.is(0.08)
    const conversationId = unsettled ? chance.pick([scene.shrinking, scene.closing]) : chance.pick(scene.open)
    const sendAt = isPoison
      ? chance.between(first_s + 6, Math.max(first_s + 6, last_s - POISON_TAKES_S))
      : i < options.burst
        ? burst_s
        : chance.between(first_s, last_s)
    const isEarly = isPoison || chance.is(options.early)
    const earliest_ms = isEarly ? start_ms : Math.max(start_ms, sendAt * 1000 - AHEAD_MS.most)
    const latest_ms = isEarly ? start_ms + 2_000 : sendAt * 1000 - AHEAD_MS.least
    const askAt_ms = chance.between(earliest_ms, Math.max(earliest_ms, latest_ms))
    const history: ScheduledHistory = {
      mark,
      conversationId,
      mayBeRefused: unsettled,
      isPoison,
      text: `${mark}.v1${isPoison ? ' poison' : ''}`,
      sendAt,
      ...guardsOf(chance, sendAt, isPoison),
      created: 'unknown',
      createRepeated: false,
      answered_ms: 0,
      id: null,
      changes: [],
    }
    return {
      history,
      author: chance.pick(scene.people),
      askAt_ms,
      changes: isPoison ? [] : planChanges(chance, mark, sendAt, askAt_ms),
    }
  })
}

/** 20 % edited, 10 % cancelled, 10 % rescheduled; half of these within 200 ms of the second. */
function planChanges(chance: Chance, mark: string, sendAt: number, askedAt_ms: number): PlannedChange[] {
  const when = () => {
    const at_ms = chance.is(0.5)
      ? sendAt * 1000 + chance.between(-CLOSE_MS, CLOSE_MS)
      : chance.between(askedAt_ms + 200, sendAt * 1000 - 300)
    return { at_ms }
  }
  const changes: PlannedChange[] = []
  if (chance.is(0.2)) changes.push({ kind: 'edit', text: `${mark}.v2`, ...when() })
  if (chance.is(0.1)) changes.push({ kind: 'cancel', ...when() })
  if (chance.is(0.1)) {
    const later = chance.is(0.7)
    changes.push({
      kind: later ? 'later' : 'earlier',
      sendAt: later ? sendAt + chance.between(1, 3) : sendAt - 1,
      ...when(),
    })
  }
  return changes.toSorted((a, b) => a.at_ms - b.at_ms)
}
