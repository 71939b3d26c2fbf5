/** A series in plain words. */
import { ruleWords } from '#server/domain/recurrence/rule-words.ts'
import { parseRule } from '#server/domain/recurrence/rule.ts'
import type { PauseCause, SeriesEventKind } from '#server/domain/recurrence/series.ts'
import type { SeriesChanged, SeriesEventView, SeriesView } from '#server/protocol/series-view.ts'
import { clockTime, moment, shortDay, type TimeStyle } from '#app/_ui/time-text.ts'
import { repeatingChips, type Conditions } from './conditions.ts'
import { difference, type Line, type Reading } from './describe-event.ts'

/** `Every Tuesday at 9:00 AM`, by the clock of its own zone. */
export const repeatsWords = ({ rule, start }: Pick<SeriesView, 'rule' | 'start'>, hour12: boolean): string =>
  ruleWords(parseRule(rule), start, clockTime(Date.parse(`${start}Z`), { zone: 'UTC', hour12 }))

/** What a toast adds to "done": what could not be stopped, and what went although it had been changed on its own. */
export function besidesWords({ tooLate, edited = [] }: Came, then: 'paused' | 'replaced'): string {
  const late =
    tooLate.length === 0
      ? ''
      : then === 'paused'
        ? ' One that is about to be sent could not be stopped.'
        : ' One that is about to be sent goes out as it was.'
  if (edited.length === 0) return late
  const which = edited.length === 1 ? 'One that was' : `${edited.length} that were`
  const it = edited.length === 1 ? 'it comes' : 'they come'
  return `${late} ${which} changed on ${edited.length === 1 ? 'its' : 'their'} own went with the rest: ${
    then === 'paused' ? `resumed, ${it}` : `now ${it}`
  } with the text and time of all.`
}
/** A server of the version before tells only what was too late. */
type Came = Pick<SeriesChanged, 'tooLate'> & Partial<Pick<SeriesChanged, 'edited'>>

/** Why a series stands still. @param author null: the reader */
export function pauseWords(cause: PauseCause, author: string | null): string {
  const they = author ?? 'you'
  const are = author === null ? 'are' : 'is'
  switch (cause) {
    case 'by_hand':
      return 'Paused: nothing of it is waiting.'
    case 'by_admin':
      return 'Paused by an administrator: nothing of it is waiting.'
    case 'author_deactivated':
      return `Stands still: the account of ${they} was deactivated.`
    case 'author_left_workspace':
      return `Stands still: ${they} ${are} no longer in this workspace.`
    case 'not_in_channel':
      return `Stands still: ${they} ${are} no longer in the channel.`
    case 'channel_archived':
      return 'Stands still: the channel was archived.'
    case 'channel_deleted':
      return 'Stands still: the channel no longer exists.'
    case 'thread_deleted':
      return 'Stands still: the thread it replies to no longer exists.'
    case 'files_gone':
      return 'Stands still: a file of it was deleted.'
    case 'posting_restricted':
      return 'Stands still: only administrators may post there.'
    default:
      return `Stands still: ${they} cannot post there at present.`
  }
}

export const SERIES_EVENT_WORDS: Record<SeriesEventKind, string> = {
  created: 'Set up',
  edited: 'All following changed',
  split: 'Changed from a later one on',
  skipped: 'One skipped',
  paused: 'Paused',
  resumed: 'Resumed',
  handed_over: 'Handed over',
  missed: 'Missed while nothing ran',
  ended: 'Ended',
}

/** The facts of one line of its trail. */
export function seriesEventLines(
  { kind, detail, at_ms }: SeriesEventView,
  style: TimeStyle,
  { nameOf, shown }: Reading,
): Line[] {
  const lines: Line[] = []
  const add = (label: string, text: unknown) => {
    if (typeof text === 'string' && text !== '') lines.push({ label, text, isText: false })
  }
  const when = (at: unknown) => (typeof at === 'number' ? moment(at * 1000, style, at * 1000) : null)
  const before = record(detail?.before)
  const after = record(detail?.after) ?? (kind === 'created' ? detail : null)
  if (kind === 'skipped') add('Would have been sent', when(detail?.sendAt))
  if (kind === 'missed') add('Occurrences', `${String(detail?.count)}, the last on ${when(detail?.last) ?? '…'}`)
  const day = (of: unknown) => (typeof of === 'string' ? shortDay(Date.parse(`${of}T12:00Z`), 'UTC', at_ms) : '…')
  if (kind === 'split') add('Goes on', `as another repeating message from ${day(detail?.from)} on`)
  if (kind === 'created' && detail?.splitFrom) add('Goes on', `where another ends, from ${day(detail.from)} on`)
  if (kind === 'handed_over') add('From', `${nameOf(detail?.from)} to ${nameOf(detail?.to)}`)
  if (before?.text !== after?.text) lines.push(...textLines(before, after, shown))
  const rule = (of: Record<string, unknown> | null) =>
    of && typeof of.rule === 'string' && typeof of.start === 'string'
      ? `${repeatsWords({ rule: of.rule, start: of.start }, style.hour12)} (${String(of.zone).replaceAll('_', ' ')})`
      : null
  if (rule(before) !== rule(after)) {
    add('From', rule(before))
    add(before ? 'To' : 'Repeats', rule(after))
  }
  const tied = (of: Record<string, unknown> | null) => (of ? repeatingChips(of as Partial<Conditions>).join('; ') : '')
  if (tied(before) !== tied(after)) {
    if (before) add('Conditions before', tied(before) || 'none')
    add(before ? 'Conditions after' : 'Conditions', tied(after) || 'none')
  }
  if (before && before.authorId !== after?.authorId) add('Now sent by', nameOf(after?.authorId))
  return lines
}

function textLines(before: Facts, after: Facts, shown: Reading['shown']): Line[] {
  const line = difference(before?.text, after?.text, shown)
  // What a series began with is no "after".
  return line ? [before ? line : { ...line, label: 'Text' }] : []
}
type Facts = Record<string, unknown> | null

const record = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
