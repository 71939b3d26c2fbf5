'use client'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import type { MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { FollowingDialog } from './following-dialog.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import { RescheduleDialog, ScheduleAgainDialog, SendNowDialog } from './row-dialogs.tsx'

export type Open = {
  dialog: 'reschedule' | 'send-now' | 'history' | 'fix' | 'schedule-again' | 'schedule-mine' | 'following'
  scheduled: ScheduledView
  text: string
  /** Where they were changed in the editor. */
  files?: AttachedFile[]
}

type DialogProps = {
  open: Open
  name: string
  current: ScheduledView
  onClose: () => void
  onDropEdit: (id: MessageId) => void
}

/** The dialog that one message has open. */
export function OpenDialog({
  open: { dialog, scheduled, text, files },
  name,
  current,
  onClose,
  onDropEdit,
}: DialogProps) {
  const common = { scheduled, name, onClose }
  switch (dialog) {
    case 'reschedule':
      return <RescheduleDialog {...common} current={current} />
    case 'send-now':
      return <SendNowDialog {...common} />
    case 'history':
      return <HistoryDrawer {...common} scheduled={current} />
    case 'following':
      return <FollowingDialog {...common} text={text} files={files} onDone={() => onDropEdit(scheduled.id)} />
    case 'fix':
      return <ScheduleAgainDialog {...common} title="Fix & reschedule" text={text} as="retry" />
    case 'schedule-again':
      return <ScheduleAgainDialog {...common} title="Schedule again" text={text} as="new" />
    case 'schedule-mine':
      return (
        <ScheduleAgainDialog
          {...common}
          title="Schedule as a new message"
          text={text}
          files={files}
          as="new"
          onDone={() => onDropEdit(scheduled.id)}
        />
      )
  }
}
