'use client'
import { CalendarDays, Clock, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import type { PlannedMove } from './plan-batch.ts'

type Props = {
  rows: ScheduledView[]
  total: number
  busy: boolean
  onAll: () => void
  onClear: () => void
  /** The bar has gone, and the focus with it. @param first that was chosen */
  onGone: (first: MessageId | undefined) => void
  onMove: (plan: readonly PlannedMove[]) => Promise<unknown>
  onCancel: (rows: readonly ScheduledView[]) => Promise<unknown>
}

/** What can be done with everything chosen at once. */
export function BulkBar({ rows, total, busy, onAll, onClear, onGone, onMove, onCancel }: Props) {
  const [open, setOpen] = useState<'shift' | 'date' | 'cancel' | null>(null)
  const many = rows.length === 1 ? '1 message' : `${rows.length} messages`
  const gone = useRef(() => {})
  const first = rows[0]?.id
  gone.current = () => {
    if (document.activeElement === document.body) onGone(first)
  }
  useEffect(() => () => void requestAnimationFrame(() => gone.current()), [])
  const cancel = async () => {
    await onCancel(rows)
    setOpen(null)
  }
  return (
    <div
      role="toolbar"
      aria-label="Chosen messages"
      className="sticky top-2 z-20 mb-4 flex flex-wrap items-center gap-1.5 rounded-large border border-brass bg-raised px-3 py-2 shadow-float"
    >
      <p role="status" className="mr-auto px-1 font-medium tabular-nums">
        {many} chosen
      </p>
      {rows.length < total && (
        <Button look="quiet" className="px-2" onClick={onAll}>
          Choose all {total}
        </Button>
      )}
      <Button busy={busy} onClick={() => setOpen('shift')}>
        <Clock size={16} aria-hidden /> Shift…
      </Button>
      <Button busy={busy} onClick={() => setOpen('date')}>
        <CalendarDays size={16} aria-hidden /> Move to a date…
      </Button>
      <Button busy={busy} aria-label="Cancel messages" onClick={() => setOpen('cancel')}>
        <X size={16} aria-hidden /> Cancel
      </Button>
      <Button look="quiet" aria-label="Clear choice" className="px-2" onClick={onClear}>
        Clear
      </Button>
      {(open === 'shift' || open === 'date') && (
        <MoveDialog by={open} rows={rows} busy={busy} onClose={() => setOpen(null)} onMove={onMove} />
      )}
      <ConfirmDialog
        open={open === 'cancel'}
        onClose={() => setOpen(null)}
        title={`Cancel ${many}?`}
        description="None of them is sent. Their texts stay under Canceled, and you can take it back."
        confirmLabel={`Cancel ${many}`}
        look="danger"
        busy={busy}
        onConfirm={() => void cancel()}
      />
    </div>
  )
}
