import { MessageCircle } from 'lucide-react'
import { EmptyState } from '#app/_ui/empty-state.tsx'

/** In place of the messages of a conversation that has none. */
export const NothingSaid = ({ canWrite }: { canWrite: boolean }) => (
  <EmptyState icon={<MessageCircle size={28} aria-hidden />} title="Nothing has been said here yet">
    {canWrite && 'Write the first message below, or schedule one for the right moment.'}
  </EmptyState>
)
