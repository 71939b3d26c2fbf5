import { CalendarClock } from 'lucide-react'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import type { Shelf } from './sort-scheduled.ts'

const EMPTY: Record<Shelf, { title: string; text: string }> = {
  scheduled: {
    title: 'Nothing is scheduled',
    text: 'Write a message in any conversation, open the small arrow beside Send and choose when it should arrive.',
  },
  failed: {
    title: 'Nothing has failed',
    text: 'If a message cannot be sent at its time, it waits here with its text, the reason and what you can do.',
  },
  sent: {
    title: 'Nothing sent yet',
    text: 'Scheduled messages that have been sent stand here, with the planned and the real time.',
  },
  held: { title: 'Nothing is held', text: 'What was held has been scheduled again.' },
  canceled: {
    title: 'Nothing was canceled',
    text: 'Canceled messages keep their text here, so that you can schedule them again.',
  },
}

/** @param here of one conversation alone */
export const Nothing = ({ shelf, here }: { shelf: Shelf; here: boolean }) => (
  <EmptyState
    icon={<CalendarClock size={28} aria-hidden />}
    title={here ? 'Nothing is scheduled here any more' : EMPTY[shelf].title}
  >
    {!here && EMPTY[shelf].text}
  </EmptyState>
)
