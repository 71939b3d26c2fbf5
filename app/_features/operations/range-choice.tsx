'use client'
import { LATENESS_RANGES, type LatenessRange } from '#server/domain/operations/lateness.ts'
import { classNames } from '#app/_ui/class-names.ts'

/** How far back to look. */
export function RangeChoice({ value, onChange }: { value: LatenessRange; onChange: (range: LatenessRange) => void }) {
  return (
    <div role="group" aria-label="Time shown" className="flex overflow-hidden rounded-base border border-edge">
      {(Object.keys(LATENESS_RANGES) as LatenessRange[]).map((range) => (
        <button
          key={range}
          type="button"
          aria-pressed={range === value}
          onClick={() => onChange(range)}
          className={classNames(
            'min-h-(--touch) border-l border-edge px-3 text-small font-medium -outline-offset-2 first:border-l-0',
            range === value ? 'bg-selected text-ink' : 'text-muted hover:bg-hover hover:text-ink',
          )}
        >
          {WORDS[range]}
        </button>
      ))}
    </div>
  )
}

const WORDS: Record<LatenessRange, string> = { hour: 'Hour', day: 'Day', week: 'Week', month: '30 days' }
