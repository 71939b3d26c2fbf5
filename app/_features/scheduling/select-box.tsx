'use client'
import type { MouseEvent } from 'react'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import type { Selection } from './use-selection.ts'
import { useWindowClosed } from './use-window-closed.ts'

/** Chooses a row; with Shift everything from the last chosen one to it. */
export function SelectBox({ scheduled, selection }: { scheduled: ScheduledView; selection: Selection }) {
  const name = useConversationNames()(scheduled.conversationId)
  const { hour12 } = useTimeStyle()
  const closed = useWindowClosed(scheduled)
  const { id, sendAt, zone, canCancel, status } = scheduled
  const choose = (event: MouseEvent<HTMLInputElement>) =>
    selection.choose(id, event.currentTarget.checked, event.shiftKey)
  return (
    <label className="-my-2 -ml-3 inline-flex size-(--touch) shrink-0 cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        data-select
        aria-label={`Choose the message to ${name}, ${moment(sendAt * 1000, { zone, hour12 }, serverNow())}`}
        disabled={!canCancel || closed || status !== 'SCHEDULED'}
        checked={selection.isSelected(id)}
        onClick={choose}
        // What a click means is decided above; React wants to know that it is decided.
        onChange={nothingMore}
        className="size-4 accent-brass"
      />
    </label>
  )
}

function nothingMore(): void {}
