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

const WIDTHS = [72, 48, 86, 60]
