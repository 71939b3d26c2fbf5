import { classNames } from '#app/_ui/class-names.ts'

export const entryLook = (current: boolean): string =>
  classNames(
    'flex min-h-8 items-center gap-2.5 rounded-base px-2.5 py-1 -outline-offset-2 pointer-coarse:min-h-11',
    current ? 'bg-selected text-ink' : 'text-ink hover:bg-hover',
  )
