import { FAIL_REASONS, LATE_CAUSES } from '#server/domain/scheduled-message/state.ts'
import { NO_GUARDS, type GuardChoice } from '#server/domain/scheduled-message/guards.ts'
import type { ScheduledEventView } from '#server/protocol/scheduled-view.ts'
import { contentWords, FAIL_WORDS, LATE_WORDS } from '#app/_client/words.ts'
import { span } from '#app/_ui/span-text.ts'
import { clockMillis, moment, shortDay, zoneName, zoneOffset, type TimeStyle } from '#app/_ui/time-text.ts'
import { conditionChips } from './conditions.ts'
import { diffWords, type DiffPart } from './text-diff.ts'

export type Line = {
  label: string
  text: string
  isText: boolean
  /** Of a changed text: what went and what came. */
  diff?: DiffPart[]
}

/** Members' names by id, and a stored text as it reads. */
export type Reading = { nameOf: (id: unknown) => string; shown: (text: string) => string }

/** The facts of one line of the audit trail: what was before, what is after. Nothing where retention blanked it. */
export function describeEvent(
  { detail, at_ms }: Pick<ScheduledEventView, 'detail' | 'at_ms'>,
  style: TimeStyle,
  { nameOf, shown }: Reading,
): Line[] {
  if (!detail) return []
  const before = record(detail.before)
  const after = record(detail.after)
  const when = (from: Record<string, unknown>) => momentOf(from, style, at_ms)
  const lines: (Line | null)[] =
    before || after
      ? [
          changed(before, after, 'text') ? difference(before?.text, after?.text, shown) : null,
          before && after && 'files' in after ? plain('Files before', filesText(before)) : null,
          before && after && 'files' in after ? plain('Files after', filesText(after)) : null,
          before && after && when(before) !== when(after) ? plain('From', when(before)) : null,
          before && after && when(before) !== when(after) ? plain('To', when(after)) : null,
          before && after && (before.promised === 'instant') !== (after.promised === 'instant')
            ? plain('Promised', promiseWords(after.promised))
            : null,
          before && after && changed(before, after, 'rules')
            ? plain('Rules', `${before.rules} became ${after.rules}`)
            : null,
          before && after && 'guards' in after ? plain('Conditions before', conditionsText(before, style)) : null,
          before && after && 'guards' in after ? plain('Conditions after', conditionsText(after, style)) : null,
        ]
      : [
          text('Text', detail.text, shown),
          'files' in detail ? plain('Files', filesText(detail)) : null,
          plain('Planned for', planned(detail, style, at_ms)),
          'guards' in detail || typeof detail.notAfter === 'number'
            ? plain('Conditions', conditionsText(detail, style))
            : null,
          plain('Sent', real(detail, style)),
          plain('From', typeof detail.from === 'string' ? nameOf(detail.from) : null),
          plain('To', typeof detail.to === 'string' ? nameOf(detail.to) : null),
          ...reasons(detail),
        ]
  return lines.filter((line) => line !== null)
}

const filesText = ({ files }: Record<string, unknown>): string =>
  Array.isArray(files) && files.length > 0 ? files.filter((name) => typeof name === 'string').join(', ') : 'none'

const promiseWords = (promised: unknown): string =>
  promised === 'instant'
    ? 'this second, whatever the clocks will show'
    : 'what the clock shows, also if its rules change'

function reasons(detail: Record<string, unknown>): (Line | null)[] {
  const fail = FAIL_REASONS.find((each) => each === detail.reason)
  const late = LATE_CAUSES.find((each) => each === detail.cause)
  const found = fail === 'content_refused' && typeof detail.found === 'string' ? detail.found : null
  const why = fail && (found === null ? FAIL_WORDS[fail].reason : contentWords(detail.kind, found))
  return [why ? plain('Reason', why) : null, late ? plain('Late because', LATE_WORDS[late]) : null]
}

function momentOf(from: Record<string, unknown>, style: TimeStyle, now_ms: number): string | null {
  if (typeof from.sendAt !== 'number') return null
  const at_ms = from.sendAt * 1000
  const zone = typeof from.zone === 'string' ? from.zone : style.zone
  const own = moment(at_ms, style, now_ms)
  return zoneOffset(at_ms, zone) === zoneOffset(at_ms, style.zone)
    ? own
    : `${own} (${moment(at_ms, { ...style, zone }, now_ms)})`
}

/** What was sent or failed tells its plan as `planned`, what was created as `sendAt`. Of what was sent, to the millisecond. */
const planned = (detail: Record<string, unknown>, style: TimeStyle, now_ms: number): string | null =>
  typeof detail.sent_ms === 'number' && typeof detail.planned === 'number'
    ? preciseMoment(detail.planned * 1000, style, now_ms)
    : momentOf({ ...detail, sendAt: detail.planned ?? detail.sendAt }, style, now_ms)

function real({ sent_ms, planned: plan }: Record<string, unknown>, style: TimeStyle): string | null {
  if (typeof sent_ms !== 'number') return null
  const after_ms = typeof plan === 'number' ? sent_ms - plan * 1000 : null
  return `${preciseMoment(sent_ms, style, sent_ms)}${after_ms === null ? '' : `, ${after_ms < 10_000 ? `${after_ms} ms` : span(after_ms)} after`}`
}

const preciseMoment = (at_ms: number, style: TimeStyle, now_ms: number): string =>
  `${shortDay(at_ms, style.zone, now_ms)} at ${clockMillis(at_ms, style)} ${zoneName(at_ms, style.zone)}`

/** Where retention took one of the two, the other stands alone. */
export function difference(before: unknown, after: unknown, shown: Reading['shown']): Line | null {
  if (typeof before !== 'string') return text('After', after, shown)
  if (typeof after !== 'string') return text('Before', before, shown)
  const [was, is] = [shown(before), shown(after)]
  return { label: 'Change', text: is, isText: true, diff: diffWords(was, is) }
}

const changed = (before: Record<string, unknown> | null, after: Record<string, unknown> | null, key: string): boolean =>
  before?.[key] !== after?.[key] && (typeof before?.[key] === 'string' || typeof after?.[key] === 'string')

/** What it was tied to, from what the trail keeps. */
function conditionsText(from: Record<string, unknown>, style: TimeStyle): string {
  const { sendAt, notAfter, guards } = from
  const chips = conditionChips(
    {
      sendAt: typeof sendAt === 'number' ? sendAt : 0,
      notAfter: typeof notAfter === 'number' ? notAfter : null,
      guards: { ...NO_GUARDS, ...(record(guards) as Partial<GuardChoice> | null) },
    },
    style,
  )
  return chips.length === 0 ? 'none' : chips.join('; ')
}

const record = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null

const plain = (label: string, words: string | null): Line | null =>
  words === null ? null : { label, text: words, isText: false }
const text = (label: string, value: unknown, shown: Reading['shown']): Line | null =>
  typeof value === 'string' ? { label, text: shown(value), isText: true } : null
