import { useId, type ReactNode } from 'react'

/** One question about the installation, with its answer. */
export function Panel({
  title,
  note,
  aside,
  children,
}: {
  title: string
  note?: ReactNode
  aside?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-large border border-line bg-raised p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 id={id} className="text-lead leading-snug font-semibold">
            {title}
          </h2>
          {note && <p className="text-small text-muted text-pretty">{note}</p>}
        </div>
        {aside}
      </div>
      <div className="mt-4">{children}</div>
    </section>
  )
}
