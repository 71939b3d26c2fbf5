import type { ReactNode } from 'react'

/** A place with nothing in it yet: says what belongs here and how to begin. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon?: ReactNode
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 px-6 py-16 text-center">
      {icon && <div className="mb-2 text-brass">{icon}</div>}
      <h2 className="text-lead font-semibold text-balance">{title}</h2>
      {children && <div className="text-muted text-pretty">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}
