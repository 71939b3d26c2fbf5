import { classNames } from './class-names.ts'

/** A number in a pill. `alarming` also carries a mark, so that it is not told by colour alone. */
export function CountBadge({
  count,
  alarming = false,
  loud = false,
  sign = '',
}: {
  count: number
  alarming?: boolean
  loud?: boolean
  /** Stands before the number. */
  sign?: string
}) {
  return (
    <span
      className={classNames(
        'time inline-flex min-w-5 items-center justify-center rounded-full px-1.5 text-small leading-[1.125rem] font-semibold',
        alarming
          ? 'bg-danger text-on-danger'
          : loud
            ? 'bg-brass text-on-brass'
            : 'border border-line bg-raised text-ink',
      )}
    >
      {alarming && '! '}
      {sign}
      {count > 999 ? '999+' : count}
    </span>
  )
}
