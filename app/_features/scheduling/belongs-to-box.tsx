'use client'
import type { ConversationId } from '#server/domain/ids.ts'
import type { BelongsTo } from '#server/domain/recurrence/series.ts'
import { useConversations } from '#app/_client/react/hooks.ts'

type Props = { conversationId: ConversationId; value: BelongsTo; onChange: (value: BelongsTo) => void }

/** Whether a series is its author's alone or the channel's. Nothing to choose in a direct conversation. */
export function BelongsToBox({ conversationId, value, onChange }: Props) {
  const found = useConversations()?.find(({ conversation }) => conversation.id === conversationId)
  if (!found || found.conversation.kind === 'direct') return null
  return (
    <label className="flex min-h-(--touch) cursor-pointer items-start gap-2.5 py-1">
      <input
        type="checkbox"
        className="mt-1 size-4 shrink-0 accent-brass"
        checked={value === 'channel'}
        onChange={(event) => onChange(event.target.checked ? 'channel' : 'author')}
      />
      <span>
        Belongs to #{found.conversation.name}
        <span className="block text-small text-muted">
          Everyone who may post there can change it. Who changes it speaks for themselves from then on.
        </span>
      </span>
    </label>
  )
}
