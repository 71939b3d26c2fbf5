import { EmptyState } from '#app/_ui/empty-state.tsx'

export const Nowhere = () => (
  <EmptyState title="There is nothing at this address">The link may be incomplete or mistyped.</EmptyState>
)
