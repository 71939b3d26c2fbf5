import type { ReactNode } from 'react'

/** The shape of what is coming, so that nothing jumps when it does. */
export function SkeletonRows({ rows = 6, label }: { rows?: number; label: string }) {
  return (
    <div
      role="status"
      aria-label={label}
      className="flex animate-[breathe_1.8s_ease-in-out_infinite] flex-col gap-5 p-4 sm:p-6"
    >
      {Array.from({ length: rows }, (_, i) => (
        <div key={i} className="flex gap-3">
          <div className="size-9 shrink-0 rounded-base bg-hover" />
          <div className="flex flex-1 flex-col gap-2 pt-1">
            <div className="h-3 w-28 rounded-full bg-hover" />
            <div className="h-3 rounded-full bg-hover" style={{ width: `${WIDTHS[i % WIDTHS.length]}%` }} />
          </div>
        </div>
      ))}
    </div>
  )
}

/**
 * A page on its way: its head, and the shape of what it holds where that will stand. @param room of a conversation: above
 * the message field, at the lower edge
 */
export const PageSkeleton = ({ label, leading, room }: { label: string; leading?: ReactNode; room: boolean }) => (
  <>
    <header className="flex h-(--header) shrink-0 items-center border-b border-line bg-surface pl-2 sm:pl-6">
      {leading}
    </header>
    <div className={`flex min-h-0 flex-1 flex-col overflow-hidden ${room ? 'justify-end' : ''}`}>
      <SkeletonRows label={label} />
    </div>
    {room && <div className="mx-4 mb-4 h-22 shrink-0 rounded-large border border-line bg-raised sm:mx-6" />}
  </>
)

const WIDTHS = [72, 48, 86, 60]
