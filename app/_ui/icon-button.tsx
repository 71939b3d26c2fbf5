import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'

/** A button that shows only an icon; its name is spoken, and shown on hover and focus (`TooltipLayer`). */
export function IconButton({
  label,
  children,
  className,
  look = 'quiet',
  ...rest
}: ButtonProps & { label: string; children: ReactNode }) {
  return (
    <Button
      look={look}
      aria-label={label}
      data-tip={label}
      className={classNames('min-w-(--touch) px-0 text-muted hover:text-ink', className)}
      {...rest}
    >
      {children}
    </Button>
  )
}
