'use client'
import { ArrowDown, MessageCircle } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useMembers, useMessages, useSend } from '#app/_client/react/hooks.ts'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { Button } from '#app/_ui/button.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTick } from '#app/_ui/use-tick.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayHeading, dayKey } from '#app/_ui/time-text.ts'
import { groupMessages } from './group-messages.ts'
import { MessageRow } from './message-row.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useStickToBottom } from './use-stick-to-bottom.ts'

type Props = {
  conversationId: ConversationId
  canWrite: boolean
  /** as people call it: `#general`, `Ana Souza` */ name: string
  beginning: ReactNode
}

/** The messages of one conversation, newest at the bottom. Mount anew for another conversation. */
export function Timeline({ conversationId, canWrite, name, beginning }: Props) {
  const { messages, more, loading, loadOlder } = useMessages(conversationId)
  const box = useRef<HTMLDivElement>(null)
  const { zone } = useTimeStyle()
  const items = useMemo(() => groupMessages(messages, (at_ms) => dayKey(at_ms, zone)), [messages, zone])
  const onNearTop = useCallback(() => {
    if (more && !loading) loadOlder()
  }, [more, loading, loadOlder])
  const { atBottom, jumpToNewest, onScroll } = useStickToBottom(box, {
    firstKey: messages[0]?.id,
    lastKey: messages.at(-1)?.id,
    onNearTop,
  })
  const last = messages.at(-1)
  useMarkRead(conversationId, last?.seq, atBottom)
  const mine = last?.delivery === 'pending' ? last.clientToken : null
  useEffect(() => {
    if (mine) jumpToNewest()
  }, [mine, jumpToNewest])

  return (
    <section aria-label={`Messages in ${name}`} className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        onScroll={onScroll}
        tabIndex={0}
        role="log"
        aria-label={`Messages in ${name}`}
        aria-busy={loading}
        className="scroll-calm min-h-0 flex-1 -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end pb-4">
          {messages.length === 0 && loading ? (
            <SkeletonRows label="Loading messages" />
          ) : more ? (
            <Button look="quiet" busy={loading} onClick={loadOlder} className="mx-auto my-3 text-small text-muted">
              {loading ? 'Loading earlier messages…' : 'Load earlier messages'}
            </Button>
          ) : (
            messages.length > 0 && !loading && beginning
          )}
          {messages.length === 0 && !loading && !more && (
            <EmptyState icon={<MessageCircle size={28} aria-hidden />} title="Nothing has been said here yet">
              {canWrite && 'Write the first message below, or schedule one for the right moment.'}
            </EmptyState>
          )}
          <Items items={items} />
        </div>
      </div>
      {!atBottom && (
        <Button onClick={jumpToNewest} className="absolute right-4 bottom-3 rounded-full shadow-float">
          <ArrowDown size={16} aria-hidden /> Jump to newest
        </Button>
      )}
    </section>
  )
}

function Items({ items }: { items: ReturnType<typeof groupMessages> }) {
  const members = useMembers()
  const { retry, discard } = useSend()
  return items.map((item) => {
    if (item.type === 'day') return <DaySeparator key={item.key} at_ms={item.at_ms} />
    const author = members?.get(item.message.authorId)
    return (
      <MessageRow
        key={item.key}
        message={item.message}
        startsGroup={item.startsGroup}
        authorName={author?.displayName ?? (members ? 'Former member' : '…')}
        isBot={author?.kind === 'bot'}
        refusal={item.message.refusal ?? null}
        onRetry={retry}
        onDelete={discard}
      />
    )
  })
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
