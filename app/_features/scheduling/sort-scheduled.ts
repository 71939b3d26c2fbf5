import type { ScheduledView } from '#server/protocol/scheduled-view.ts'

export const SHELVES = ['scheduled', 'failed', 'sent', 'canceled'] as const
/** With a tab of its own. */
export type FoundShelf = (typeof SHELVES)[number]
/** `held`: given back to its author, so it stands with the drafts. */
export type Shelf = FoundShelf | 'held'
/** The tabs of the page: drafts stand with what is scheduled, and what others have scheduled where one administers it. */
export const TABS = ['drafts', 'repeating', ...SHELVES, 'everyone'] as const
export type Tab = (typeof TABS)[number]

export function shelfOf({ status, failReason }: Pick<ScheduledView, 'status' | 'failReason'>): Shelf {
  if (status === 'FAILED') return failReason === 'held_channel_archived' ? 'held' : 'failed'
  return status === 'SENT' ? 'sent' : status === 'CANCELED' ? 'canceled' : 'scheduled'
}

/** What waits, soonest first; what is over, latest first. In one second: in the order scheduled, as they will be sent. */
export function inShelf(all: readonly ScheduledView[], shelf: Shelf): ScheduledView[] {
  const direction = shelf === 'scheduled' ? 1 : -1
  return all
    .filter((each) => shelfOf(each) === shelf)
    .sort((a, b) => direction * (a.sendAt - b.sendAt || a.id.length - b.id.length || (a.id < b.id ? -1 : 1)))
}

export type DayGroup<T> = { day: string; items: T[] }

/** Consecutive rows of one day together. @param dayOf the day an instant falls on, in the reader's zone */
export function groupByDay<T extends Pick<ScheduledView, 'sendAt'>>(
  rows: readonly T[],
  dayOf: (at_ms: number) => string,
): DayGroup<T>[] {
  const groups: DayGroup<T>[] = []
  for (const row of rows) {
    const day = dayOf(row.sendAt * 1000)
    const group = groups.at(-1)
    if (group?.day === day) group.items.push(row)
    else groups.push({ day, items: [row] })
  }
  return groups
}
