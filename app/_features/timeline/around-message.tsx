'use client'
import { ArrowDown, SearchX } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { firstScreenStands } from '#app/_client/first-screen.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useOpenProfile } from '#app/_client/react/profile.ts'
import { failureWords } from '#app/_client/words.ts'
import { domainErrorOf } from '#app/_client/refusals.ts'
import { Button } from '#app/_ui/button.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayKey } from '#app/_ui/time-text.ts'
import { groupMessages, rememberingDays } from './group-messages.ts'
import { MessageRow } from './message-row.tsx'
import type { ReplyParts } from './reply-composer.tsx'
import { ThreadPane } from './thread-pane.tsx'
import { DaySeparator } from './timeline-items.tsx'
import { useAround } from './use-around.ts'
import { keyAt } from './use-pointed-row.ts'

type Props = {
  conversationId: ConversationId
  messageId: MessageId
  /** As people call it. */
  name: string
  canWrite: boolean
  replyParts: ReplyParts
  onNewest: () => void
}

/**
 * A conversation where a message stands, however long ago: asked of the server, since a device keeps the newest alone.
 * Mount anew for another message.
 */
export function AroundMessage({ conversationId, messageId, name, canWrite, replyParts, onNewest }: Props) {
  const around = useAround(conversationId, messageId)
  const members = useMembers()
  const openProfile = useOpenProfile()
  const { zone } = useTimeStyle()
  const dayOf = useMemo(() => rememberingDays((at_ms) => dayKey(at_ms, zone)), [zone])
  const items = useMemo(
    () =>
      groupMessages(
        around.messages.map((message) => ({ ...message, delivery: 'sent' as const })),
        dayOf,
      ),
    [around.messages, dayOf],
  )
  const target = useRef<HTMLDivElement>(null)
  const [thread, setThread] = useState<MessageId | null>(null)
  const openThread = ({ target: pressed }: MouseEvent) => {
    if (!(pressed instanceof Element) || !pressed.closest('[data-thread]')) return
    const message = items.find(({ key }) => key === keyAt(pressed))?.message
    if (message) setThread(message.threadRootId ?? message.id)
  }
  const found = around.messages.length > 0
  useEffect(() => {
    if (!found) return
    firstScreenStands()
    target.current?.scrollIntoView({ block: 'center' })
    target.current?.focus({ preventScroll: true })
  }, [found])
  if (around.error !== null && !found) {
    return domainErrorOf(around.error)?.code === 'not_found' ? (
      <div className="min-h-0 flex-1">
        <EmptyState
          icon={<SearchX size={28} aria-hidden />}
          title="This message is no longer here"
          action={<Button onClick={onNewest}>Show the newest messages</Button>}
        >
          It was deleted, or the link to it is incomplete.
        </EmptyState>
      </div>
    ) : (
      <div className="min-h-0 flex-1">
        <ErrorPanel
          title="This message could not be loaded"
          reason={failureWords(around.error)}
          onRetry={around.retry}
        />
      </div>
    )
  }
  return (
    <section aria-label={`Messages in ${name}`} className="relative flex min-h-0 flex-1 flex-col">
      <div
        tabIndex={0}
        onClick={openThread}
        role="log"
        aria-live="off"
        aria-label={`Messages in ${name}`}
        aria-busy={around.loading}
        className="scroll-calm min-h-0 flex-1 pb-16 -outline-offset-2"
      >
        {!found && <SkeletonRows label="Loading messages" />}
        <More shown={found && around.moreBefore} busy={around.loading} onMore={around.loadOlder}>
          Load earlier messages
        </More>
        {items.map(({ key, message, startsGroup, startsDay }) => {
          const author = members?.get(message.authorId)
          const isTarget = message.id === messageId
          return (
            <div key={key} data-key={key} className="flow-root">
              {startsDay && <DaySeparator at_ms={message.createdMs} />}
              <div
                ref={isTarget ? target : null}
                {...(isTarget ? { tabIndex: -1, 'aria-current': 'true' as const } : {})}
                className={classNames(
                  'flow-root',
                  isTarget && 'bg-brass-soft pb-2 shadow-[inset_4px_0_0_var(--brass)] -outline-offset-2',
                )}
              >
                <MessageRow
                  conversationId={conversationId}
                  message={message}
                  startsGroup={startsGroup || isTarget}
                  authorName={author?.displayName ?? (members ? 'Former member' : '…')}
                  isBot={author?.kind === 'bot'}
                  onProfile={openProfile}
                  refusal={null}
                  onRetry={ignore}
                  onDelete={ignore}
                />
              </div>
            </div>
          )
        })}
        <More shown={found && around.moreAfter} busy={around.loading} onMore={around.loadNewer}>
          Load later messages
        </More>
        {around.error !== null && (
          <p role="alert" className="px-4 py-2 text-center text-danger">
            {failureWords(around.error)}
          </p>
        )}
      </div>
      <Button onClick={onNewest} className="absolute right-4 bottom-3 rounded-full shadow-float">
        <ArrowDown size={16} aria-hidden /> Jump to newest
      </Button>
      {thread && (
        <ThreadPane
          key={thread}
          {...{ conversationId, canWrite, name, replyParts }}
          rootId={thread}
          onClose={() => setThread(null)}
        />
      )}
    </section>
  )
}

function More({
  shown,
  busy,
  onMore,
  children,
}: {
  shown: boolean
  busy: boolean
  onMore: () => void
  children: string
}) {
  if (!shown) return null
  return (
    <p className="flex justify-center py-3">
      <Button look="quiet" busy={busy} onClick={onMore} className="text-small text-muted">
        {children}
      </Button>
    </p>
  )
}

/** What stands here was sent: there is nothing to retry, and it is changed among the newest. */
function ignore(): void {}
