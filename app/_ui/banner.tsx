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
  children: ReactNode
}

/** One line across the top of what it is about. */
export function Banner({ tone = 'plain', role = 'status', icon, label, actions, children }: Props) {
  return (
    <div
      role={role ?? undefined}
      aria-label={label}
      className={classNames('flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 text-ink', TONES[tone])}
    >
      <span
        className={classNames(
          'shrink-0',
          tone === 'danger' ? 'text-danger' : tone === 'warn' ? 'text-warn' : 'text-muted',
        )}
      >
        {icon ?? (tone === 'plain' ? <Info size={16} aria-hidden /> : <AlertTriangle size={16} aria-hidden />)}
      </span>
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {actions && <div className="flex items-center gap-1">{actions}</div>}
    </div>
  )
}

const TONES: Record<Tone, string> = {
  plain: 'border-line bg-sunken',
  warn: 'border-line bg-warn-soft',
  danger: 'border-line bg-danger-soft',
}
