import { AlertTriangle, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

type Tone = 'plain' | 'warn' | 'danger'
type Props = {
  tone?: Tone
  /** `status` is announced when it appears; `alert` at once; null is silent */
  role?: 'status' | 'alert' | null
  icon?: ReactNode
  label?: string
  actions?: ReactNode
  /** Stands in the corner, also where the actions have no room beside the words. */
  dismiss?: ReactNode
  children: ReactNode
}

/** One line across the top of what it is about. */
export function Banner({ tone = 'plain', role = 'status', icon, label, actions, dismiss, children }: Props) {
  return (
    <div
      role={role ?? undefined}
      aria-label={label}
      className={classNames('flex items-start gap-x-3 border-b px-4 py-2 text-ink', TONES[tone])}
    >
      <span
        className={classNames(
          'flex min-h-(--touch) shrink-0 items-center',
          tone === 'danger' ? 'text-danger' : tone === 'warn' ? 'text-warn' : 'text-muted',
        )}
      >
        {icon ?? (tone === 'plain' ? <Info size={16} aria-hidden /> : <AlertTriangle size={16} aria-hidden />)}
      </span>
      <div className="flex min-h-(--touch) min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <div className="min-w-0 flex-1 basis-48 py-1 max-sm:text-small">{children}</div>
        {actions && <div className="-ml-2.5 flex items-center gap-1 sm:ml-0">{actions}</div>}
      </div>
      {dismiss}
    </div>
  )
}

const TONES: Record<Tone, string> = {
  plain: 'border-line bg-sunken',
  warn: 'border-line bg-warn-soft',
  danger: 'border-line bg-danger-soft',
}
