/** Initials on a calm tile: decoration beside a name, so it has no name of its own. */
export function Avatar({ name, size = 'normal' }: { name: string; size?: 'large' | 'normal' | 'small' }) {
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center rounded-base bg-selected font-semibold text-ink ${
        SIZES[size]
      }`}
    >
      {initials(name)}
    </span>
  )
}

const SIZES = {
  large: 'size-16 rounded-large text-title',
  normal: 'size-9 text-small',
  small: 'size-5 rounded-small text-[0.625rem]',
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const first = [...(words[0] ?? '')][0] ?? '?'
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : ''
  return (first + last).toLocaleUpperCase()
}
