'use client'
import { CalendarClock, Copy, CornerUpRight, History, Pencil, RotateCcw, Send, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { Button } from '#app/_ui/button.tsx'
import { useCopy } from '#app/_ui/use-copy.ts'
import { RowMenu } from './row-menu.tsx'
import { useWindowClosed } from './use-window-closed.ts'

export type RowCommand = 'edit' | 'reschedule' | 'send-now' | 'cancel' | 'history' | 'fix' | 'schedule-again'

type Props = { scheduled: ScheduledView; editing: boolean; onCommand: (command: RowCommand) => void }

/** What can be done with a scheduled message where it stands. What cannot any more is shown, switched off. */
export function RowActions({ scheduled, editing, onCommand }: Props) {
  const closed = useWindowClosed(scheduled)
  const canChange = scheduled.canEdit && !closed
  const canCancel = scheduled.canCancel && !closed
  const action = (command: RowCommand, label: string, icon: ReactNode, disabled = false) => (
    <Button
      look="quiet"
      data-command={command}
      disabled={disabled}
      onClick={() => onCommand(command)}
      className="gap-1.5 px-2 text-small text-muted hover:text-ink disabled:opacity-50"
    >
      {icon}
      {label}
    </Button>
  )
  const isHeld = scheduled.failReason === 'held_channel_archived'
  const history = action('history', 'History', <History size={15} aria-hidden />)
  switch (scheduled.status) {
    case 'SCHEDULED':
    case 'DISPATCHING':
      return (
        <>
          {action('edit', 'Edit', <Pencil size={15} aria-hidden />, !canChange || editing)}
          {action('reschedule', 'Reschedule', <CalendarClock size={15} aria-hidden />, !canChange)}
          <span className="contents pointer-coarse:max-sm:hidden">
            {action('send-now', 'Send now', <Send size={15} aria-hidden />, !canChange)}
            {action('cancel', 'Cancel message', <X size={15} aria-hidden />, !canCancel)}
            <CopyText text={scheduled.text} />
            {history}
          </span>
          <span className="hidden pointer-coarse:max-sm:contents">
            <RowMenu scheduled={scheduled} canChange={canChange} canCancel={canCancel} onCommand={onCommand} />
          </span>
        </>
      )
    case 'FAILED':
      return (
        <>
          {action('fix', isHeld ? 'Schedule again' : 'Fix & reschedule', <RotateCcw size={15} aria-hidden />)}
          <CopyText text={scheduled.text} />
          {history}
        </>
      )
    case 'CANCELED':
      return (
        <>
          {action('schedule-again', 'Schedule again', <CornerUpRight size={15} aria-hidden />)}
          <CopyText text={scheduled.text} />
          {history}
        </>
      )
    case 'SENT':
      return (
        <>
          <CopyText text={scheduled.text} />
          {history}
        </>
      )
  }
}

function CopyText({ text }: { text: string }) {
  const copy = useCopy()
  return (
    <Button
      look="quiet"
      onClick={() => void copy(text, 'The text is copied.')}
      className="gap-1.5 px-2 text-small text-muted hover:text-ink disabled:opacity-50"
    >
      <Copy size={15} aria-hidden />
      Copy text
    </Button>
  )
}
