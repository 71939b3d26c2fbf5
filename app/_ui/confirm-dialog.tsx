'use client'
import { AlertDialog } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { Button, buttonLook } from './button.tsx'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  look?: 'primary' | 'danger'
  busy?: boolean
  error?: string | null
  onConfirm: () => void
}

/** Asks before what cannot be taken back. Focus starts on the harmless answer. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  description,
  confirmLabel,
  cancelLabel = 'Keep it',
  look = 'primary',
  busy = false,
  error,
  onConfirm,
}: Props) {
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="reveal fixed inset-0 z-40 bg-scrim" />
        <AlertDialog.Popup className="reveal fixed top-1/2 left-1/2 z-40 w-[min(27rem,calc(100vw-1.5rem))] -translate-x-1/2 -translate-y-1/2 rounded-large border border-line bg-surface p-5 text-ink shadow-float outline-none">
          <AlertDialog.Title className="text-lead leading-snug font-semibold text-balance">{title}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-muted" render={<div />}>
            {description}
          </AlertDialog.Description>
          {error && (
            <p role="alert" className="mt-3 text-danger">
              {error}
            </p>
          )}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Close className={buttonLook('plain')}>{cancelLabel}</AlertDialog.Close>
            <Button look={look} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
