import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { classNames } from '#app/_ui/class-names.ts'

export type Tone = 'good' | 'warn' | 'danger'

/** A state in a word with a sign of its own shape, so that colour only repeats it. */
export function StateMark({ tone, children, className }: { tone: Tone; children: string; className?: string }) {
  const Sign = SIGNS[tone]
  return (
    <span
      className={classNames('inline-flex items-center gap-1.5 font-medium whitespace-nowrap', COLOURS[tone], className)}
    >
      <Sign size={16} aria-hidden className="shrink-0" />
      {children}
    </span>
  )
}

const SIGNS = { good: CircleCheck, warn: CircleAlert, danger: CircleX }
const COLOURS = { good: 'text-good', warn: 'text-warn', danger: 'text-danger' }
