import type { ReactNode } from 'react'

/** A component under its name. */
export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="mb-2 text-small font-medium text-muted">{title}</h2>
      <div className="flex flex-wrap items-start gap-3">{children}</div>
    </div>
  )
}
