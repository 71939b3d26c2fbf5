'use client'
import { memo, type ReactNode, type Ref, type RefCallback } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useMembers, useSend } from '#app/_client/react/hooks.ts'
import { useOpenProfile } from '#app/_client/react/profile.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayHeading } from '#app/_ui/time-text.ts'
import type { TimelineItem } from './group-messages.ts'
import { MessageRow, type MessageRowProps } from './message-row.tsx'
import type { Range } from './row-heights.ts'

type Props = {
  space: Ref<HTMLDivElement>
  measure: RefCallback<HTMLDivElement>
  range: Range
  items: readonly TimelineItem[]
  /** Stands above the first message. */
  head: ReactNode
  conversationId: ConversationId
  /** The message whose text is being changed. */
  editing: MessageId | null
  onEdited: () => void
}

/** Those messages that can be seen; where each stands is written to its element without drawing it again. */
export function TimelineItems({ space, measure, range, items, head, conversationId, editing, onEdited }: Props) {
  const members = useMembers()
  const { retry, discard } = useSend()
  const openProfile = useOpenProfile()
  return (
    // Rows that are drawn higher than they were guessed must not lengthen what scrolls before they are measured: where the
    // end lies would depend on which rows are drawn, and which rows are drawn on where the end lies.
    <div ref={space} className="relative w-full shrink-0 overflow-y-clip">
      {/* Without a height of its own: a change of the whole then lays out no row anew. */}
      <div className="absolute inset-x-0 top-0">
        {items.slice(range.from, range.to).map(({ key, message, startsGroup, startsDay, isFirstNew }, index) => {
          const author = members?.get(message.authorId)
          return (
            <Row
              key={key}
              name={key}
              measure={measure}
              head={range.from + index === 0 ? head : null}
              startsDay={startsDay}
              isFirstNew={isFirstNew}
              message={message}
              startsGroup={startsGroup}
              authorName={author?.displayName ?? (members ? 'Former member' : '…')}
              isBot={author?.kind === 'bot'}
              onProfile={openProfile}
              refusal={message.refusal ?? null}
              onRetry={retry}
              onDelete={discard}
              conversationId={conversationId}
              editing={message.id === editing}
              onEdited={onEdited}
            />
          )
        })}
      </div>
    </div>
  )
}

type RowProps = MessageRowProps & {
  name: string
  measure: RefCallback<HTMLDivElement>
  head: ReactNode
  startsDay: boolean
  isFirstNew: boolean
}

/** Drawn anew only when something of it changed: most of a list stays as it is while it scrolls. */
const Row = memo(function Row({ name, measure, head, startsDay, isFirstNew, ...row }: RowProps) {
  return (
    // A stacking context: what was painted of it is kept while others come and go.
    <div ref={measure} data-key={name} className="absolute inset-x-0 isolate">
      {head}
      {startsDay && <DaySeparator at_ms={row.message.createdMs} />}
      {isFirstNew && <UnreadLine />}
      <MessageRow {...row} />
    </div>
  )
})

export function DaySeparator({ at_ms }: { at_ms: number }) {
  const { zone } = useTimeStyle()
  const now_ms = useTick(serverNow, 60_000)
  return (
    <div className="mt-5 mb-1 flex items-center gap-3 px-4 sm:px-6">
      <span className="h-px flex-1 bg-line" />
      <h2 className="text-small font-medium text-muted tabular-nums">{dayHeading(at_ms, zone, now_ms)}</h2>
      <span className="h-px flex-1 bg-line" />
    </div>
  )
}

const UnreadLine = () => (
  <div role="separator" aria-label="New messages" className="mt-3 flex items-center gap-3 px-4 sm:px-6">
    <span className="h-px flex-1 bg-brass" />
    <span aria-hidden className="text-small font-semibold text-brass">
      New
    </span>
  </div>
)
