import type { ConversationId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { Shelf } from './sort-scheduled.ts'

export type ScheduledFilter = {
  text: string
  conversationId: ConversationId | null
  /** `YYYY-MM-DD` in the reader's zone, both included; empty: no end. */
  from: string
  to: string
  /** `all`: whatever the tab. */
  status: Shelf | 'all' | null
}
export const NO_FILTER: ScheduledFilter = { text: '', conversationId: null, from: '', to: '', status: null }

export const isFiltering = ({ text, conversationId, from, to, status }: ScheduledFilter): boolean =>
  text.trim() !== '' || conversationId !== null || from !== '' || to !== '' || status === 'all'

type Reading = {
  nameOf: (id: ConversationId) => string
  /** A stored text as it reads. */
  shown: (text: string) => string
  /** The day an instant falls on, in the reader's zone. */
  dayOf: (at_ms: number) => string
}

/** Every word must stand in the text, as it reads, or in the name of the conversation; capitals and accents do not count. */
export function filterScheduled(
  rows: readonly ScheduledView[],
  filter: ScheduledFilter,
  { nameOf, shown, dayOf }: Reading,
): ScheduledView[] {
  const words = fold(filter.text).split(/\s+/).filter(Boolean)
  return rows.filter((row) => {
    if (filter.conversationId !== null && row.conversationId !== filter.conversationId) return false
    if (filter.from || filter.to) {
      const day = dayOf(row.sendAt * 1000)
      if ((filter.from && day < filter.from) || (filter.to && day > filter.to)) return false
    }
    if (words.length === 0) return true
    const text = fold(`${shown(row.text)} ${nameOf(row.conversationId)}`)
    return words.every((word) => text.includes(word))
  })
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
