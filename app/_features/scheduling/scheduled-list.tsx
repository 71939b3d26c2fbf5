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
import type { Edit } from './use-edits.ts'
import { useScheduledActions } from './use-scheduled-actions.ts'

type Props = {
  label: string
  rows: ScheduledView[]
  current: (id: MessageId) => ScheduledView | undefined
  edits: Record<string, Edit>
  onEdit: (id: MessageId, edit: Edit) => void
  onEditEnd: (id: MessageId) => void
  onCommand: (scheduled: ScheduledView, command: RowCommand) => void
  onScheduleAsNew: (scheduled: ScheduledView, text: string) => void
}

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

function Row({
  scheduled,
  current,
  edits,
  onEdit,
  onEditEnd,
  onCommand,
  onScheduleAsNew,
}: Props & { scheduled: ScheduledView }) {
  const actions = useScheduledActions()
  const nameOf = useConversationNames()
  const pathOf = useConversationPaths()
  const { id, conversationId } = scheduled
  const edit = edits[id]
  return (
    <ScheduledRow
      scheduled={scheduled}
      name={nameOf(conversationId)}
      href={pathOf(conversationId)}
      editor={
        edit && (
          <RowEditor
            edit={edit}
            current={current(id) ?? scheduled}
            onChange={(next) => onEdit(id, next)}
            onClose={() => onEditEnd(id)}
            onSave={(version, text) => actions.edit(id, version, text)}
            onScheduleAsNew={(text) => onScheduleAsNew(scheduled, text)}
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
