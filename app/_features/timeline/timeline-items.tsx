'use client'
import type { ReactNode, Ref, RefCallback } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useMembers, useSend } from '#app/_client/react/hooks.ts'
import { useOpenProfile } from '#app/_client/react/profile.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayHeading } from '#app/_ui/time-text.ts'
import type { TimelineItem } from './group-messages.ts'
import { MessageRow } from './message-row.tsx'
import type { Range } from './row-heights.ts'

type Props = {
  space: Ref<HTMLDivElement>
  block: Ref<HTMLDivElement>
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

/** Those messages that can be seen; where they stand is written to `space` and `block` without drawing them again. */
export function TimelineItems({ space, block, measure, range, items, head, conversationId, editing, onEdited }: Props) {
  const members = useMembers()
  const { retry, discard } = useSend()
  const openProfile = useOpenProfile()
  return (
    <div ref={space} className="relative w-full shrink-0">
      <div ref={block} className="absolute inset-x-0 top-0">
        {items.slice(range.from, range.to).map(({ key, message, startsGroup, startsDay, isFirstNew }, index) => {
          const author = members?.get(message.authorId)
          return (
            <div key={key} ref={measure} data-key={key} className="flow-root">
              {range.from + index === 0 && head}
              {startsDay && <DaySeparator at_ms={message.createdMs} />}
              {isFirstNew && <UnreadLine />}
              <MessageRow
                message={message}
                startsGroup={startsGroup}
                authorName={author?.displayName ?? (members ? 'Former member' : '…')}
                isBot={author?.kind === 'bot'}
                onProfile={openProfile}
                refusal={message.refusal ?? null}
                onRetry={retry}
                onDelete={discard}
                editing={message.id === editing && conversationId}
                onEdited={onEdited}
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}

function DaySeparator({ at_ms }: { at_ms: number }) {
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
