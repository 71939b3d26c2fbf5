'use client'
import { useMemo } from 'react'
import type { MessageId } from '#server/domain/ids.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames, useConversationPaths } from '#app/_client/react/conversation-names.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayHeading, dayKey } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { RowActions, type RowCommand } from './row-actions.tsx'
import { RowEditor } from './row-editor.tsx'
import { ScheduledRow } from './scheduled-row.tsx'
import { groupByDay } from './sort-scheduled.ts'
import { SelectBox } from './select-box.tsx'
import type { Edit } from './use-edits.ts'
import { useHold } from './use-hold.ts'
import type { Selection } from './use-selection.ts'
import { useScheduledActions } from './use-scheduled-actions.ts'

type Props = {
  label: string
  rows: ScheduledView[]
  current: (id: MessageId) => ScheduledView | undefined
  edits: Record<string, Edit>
  onEdit: (id: MessageId, edit: Edit) => void
  onEditEnd: (id: MessageId) => void
  onCommand: (scheduled: ScheduledView, command: RowCommand) => void
  onScheduleAsNew: (scheduled: ScheduledView, edit: Edit) => void
  onFollowing: (scheduled: ScheduledView, edit: Edit) => void
  /** Null where there is nothing to do with many at once. */
  selection: Selection | null
}

/** What a row needs, wherever it stands. */
export type RowProps = Omit<Props, 'label' | 'rows' | 'selection'>

/** Rows under the day they belong to, in the reader's zone. */
export function ScheduledList(props: Props) {
  const { zone } = useTimeStyle()
  const now_ms = useTick(serverNow, 60_000)
  const groups = useMemo(() => groupByDay(props.rows, (at_ms) => dayKey(at_ms, zone)), [props.rows, zone])
  return (
    <ol aria-label={props.label} className="flex flex-col gap-6">
      {groups.map(({ day, items }) => (
        <li key={`${day} ${items[0]?.id}`}>
          <h2 className="mb-2 text-small font-medium text-muted tabular-nums">
            {dayHeading((items[0]?.sendAt ?? 0) * 1000, zone, now_ms)}
          </h2>
          <ul className="flex flex-col gap-2.5">
            {items.map((scheduled) => (
              <li key={scheduled.id}>
                <Row {...props} scheduled={scheduled} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}

/** One message with everything that can be done with it. */
export function Row({
  scheduled,
  current,
  edits,
  onEdit,
  onEditEnd,
  onCommand,
  onScheduleAsNew,
  onFollowing,
  selection = null,
}: RowProps & { scheduled: ScheduledView; selection?: Selection | null }) {
  const actions = useScheduledActions()
  const hold = useHold()
  const nameOf = useConversationNames()
  const pathOf = useConversationPaths()
  const { id, conversationId } = scheduled
  const edit = edits[id]
  return (
    <ScheduledRow
      scheduled={scheduled}
      name={nameOf(conversationId)}
      href={pathOf(conversationId)}
      leading={selection && <SelectBox scheduled={scheduled} selection={selection} />}
      editor={
        edit && (
          <RowEditor
            edit={edit}
            current={current(id) ?? scheduled}
            onChange={(next) => onEdit(id, next)}
            onClose={() => onEditEnd(id)}
            onSave={(version, text, fileIds) => actions.edit(id, version, text, fileIds)}
            onHold={() => hold(scheduled, edit)}
            onScheduleAsNew={() => onScheduleAsNew(scheduled, edit)}
            onFollowing={() => onFollowing(scheduled, edit)}
          />
        )
      }
      actions={
        <RowActions
          scheduled={scheduled}
          editing={edit !== undefined}
          onCommand={(command) => onCommand(scheduled, command)}
        />
      }
    />
  )
}
