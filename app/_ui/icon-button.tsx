'use client'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { classNames } from './class-names.ts'

/** A button that shows only an icon; its name is spoken, and shown on hover and focus. */
export function IconButton({
  label,
  children,
  className,
  look = 'quiet',
  ...rest
}: ButtonProps & { label: string; children: ReactNode }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger
        render={
          <Button
            look={look}
            aria-label={label}
            className={classNames('min-w-(--touch) px-0 text-muted hover:text-ink', className)}
            {...rest}
          >
            {children}
          </Button>
        }
      />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className="z-50">
          <Tooltip.Popup className="reveal rounded-small bg-ink px-2 py-1 text-small text-surface">
            {label}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
