'use client'
import type { ReactVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'
import { serverNow } from '#app/_client/server-clock.ts'
import { useMembers, useSend } from '#app/_client/react/hooks.ts'
import { useOpenProfile } from '#app/_client/react/profile.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayHeading } from '#app/_ui/time-text.ts'
import type { TimelineItem } from './group-messages.ts'
import { MessageRow } from './message-row.tsx'

type Props = {
  list: ReactVirtualizer<HTMLDivElement, HTMLDivElement>
  items: readonly TimelineItem[]
  /** Stands above the first message. */
  head: ReactNode
}

/** Those messages that can be seen, each where the list places it. */
export function TimelineItems({ list, items, head }: Props) {
  const members = useMembers()
  const { retry, discard } = useSend()
  const openProfile = useOpenProfile()
  return (
    <div className="relative w-full shrink-0" style={{ height: list.getTotalSize() }}>
      {list.getVirtualItems().map(({ index, key, start }) => {
        const item = items[index]
        if (!item) return null
        const { message, startsGroup, startsDay, isFirstNew } = item
        const author = members?.get(message.authorId)
        return (
          <div
            key={key}
            ref={list.measureElement}
            data-index={index}
            className="absolute inset-x-0 top-0 flow-root"
            style={{ transform: `translateY(${start}px)` }}
          >
            {index === 0 && head}
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
            />
          </div>
        )
      })}
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
