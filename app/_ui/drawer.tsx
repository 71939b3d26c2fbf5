'use client'
import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

/** A panel from the left edge, for the sidebar on narrow screens. */
export function Drawer({
  open,
  onClose,
  label,
  children,
}: {
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="reveal fixed inset-0 z-30 bg-scrim" />
        <Dialog.Popup
          aria-label={label}
          className="reveal fixed inset-y-0 left-0 z-30 w-[min(19rem,86vw)] border-r border-line bg-wall text-ink shadow-float outline-none data-[ending-style]:-translate-x-4 data-[starting-style]:-translate-x-4"
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
