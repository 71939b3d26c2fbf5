/** A series in plain words. */
import { ruleWords } from '#server/domain/recurrence/rule-words.ts'
import { parseRule } from '#server/domain/recurrence/rule.ts'
import type { PauseCause, SeriesEventKind } from '#server/domain/recurrence/series.ts'
import type { SeriesEventView, SeriesView } from '#server/protocol/series-view.ts'
import { clockTime, moment, type TimeStyle } from '#app/_ui/time-text.ts'
import { repeatingChips, type Conditions } from './conditions.ts'
import type { Line } from './describe-event.ts'
import { diffWords } from './text-diff.ts'

/** `Every Tuesday at 9:00 AM`, by the clock of its own zone. */
export const repeatsWords = ({ rule, start }: Pick<SeriesView, 'rule' | 'start'>, hour12: boolean): string =>
  ruleWords(parseRule(rule), start, clockTime(Date.parse(`${start}Z`), { zone: 'UTC', hour12 }))

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
  skipped: 'One skipped',
  paused: 'Paused',
  resumed: 'Resumed',
  handed_over: 'Handed over',
  missed: 'Missed while nothing ran',
  ended: 'Ended',
}

/** The facts of one line of its trail. @param nameOf a member's name by id */
export function seriesEventLines(
  { kind, detail }: SeriesEventView,
  style: TimeStyle,
  nameOf: (id: unknown) => string,
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
  if (kind === 'handed_over') add('From', `${nameOf(detail?.from)} to ${nameOf(detail?.to)}`)
  if (before?.text !== after?.text) lines.push(...textLines(before, after))
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

/** Where retention took one of the two, the other stands alone. */
function textLines(before: Record<string, unknown> | null, after: Record<string, unknown> | null): Line[] {
  const [was, is] = [before?.text, after?.text]
  if (typeof was === 'string' && typeof is === 'string')
    return [{ label: 'Change', text: is, isText: true, diff: diffWords(was, is) }]
  if (typeof is === 'string') return [{ label: before ? 'After' : 'Text', text: is, isText: true }]
  return typeof was === 'string' ? [{ label: 'Before', text: was, isText: true }] : []
}

const record = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
