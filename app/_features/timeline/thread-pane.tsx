'use client'
import { X } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { useConversations, useMembers, useReadMarks, useSend } from '#app/_client/react/hooks.ts'
import { useOpenProfile } from '#app/_client/react/profile.ts'
import { useThread } from '#app/_client/react/use-thread.ts'
import { Button } from '#app/_ui/button.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayKey } from '#app/_ui/time-text.ts'
import { groupMessages } from './group-messages.ts'
import { MessageRow } from './message-row.tsx'
import { MessageTools } from './message-tools.tsx'
import { ReplyComposer, type ReplyParts } from './reply-composer.tsx'

type Props = {
  conversationId: ConversationId
  rootId: MessageId
  canWrite: boolean
  /** as people call the conversation */ name: string
  onClose: () => void
  replyParts: ReplyParts
}

/** A thread beside the conversation; on a narrow screen above it. */
export function ThreadPane({ conversationId, rootId, canWrite, name, onClose, replyParts }: Props) {
  const { entries, more, loadOlder, retry, loading, failure } = useThread(conversationId, rootId)
  const members = useMembers()
  const { retry: sendAgain, discard } = useSend()
  const openProfile = useOpenProfile()
  const { zone } = useTimeStyle()
  const [editing, setEditing] = useState<MessageId | null>(null)
  const onEdited = useCallback(() => setEditing(null), [])
  const box = useRef<HTMLDivElement>(null)
  const items = useMemo(() => groupMessages(entries, (at_ms) => dayKey(at_ms, zone)), [entries, zone])
  useStayAtEnd(box, entries.length, entries.at(-1)?.id)
  useReadThread(conversationId, entries.at(-1)?.seq)
  const close = () => {
    onClose()
    document.querySelector<HTMLElement>('[data-composer]')?.focus()
  }
  // The page's own, without which nobody is here.
  const place = document.getElementById('content')
  if (!place) return null
  return createPortal(
    <section
      data-thread-pane
      aria-label={`Thread in ${name}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        close()
      }}
      className="absolute inset-0 z-20 flex flex-col border-line bg-surface lg:left-auto lg:w-96 lg:border-l"
    >
      <header className="flex h-(--header) shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <div className="min-w-0 flex-1">
          <h2 className="text-lead font-semibold">Thread</h2>
          <p className="truncate text-small text-muted">{name}</p>
        </div>
        <IconButton label="Close the thread" onClick={close}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      <div
        ref={box}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={`Messages of the thread in ${name}`}
        aria-busy={loading}
        className="scroll-calm min-h-0 flex-1 -outline-offset-2 pb-3"
      >
        {entries.length === 0 && !failure && <SkeletonRows label="Loading the thread" />}
        {failure && (
          <div role="alert" className="flex flex-wrap items-center gap-2 px-4 py-3 text-danger">
            {failure} <Button onClick={retry}>Try again</Button>
          </div>
        )}
        {items.map(({ key, message, startsGroup }, index) => {
          const author = members?.get(message.authorId)
          return (
            <div key={key} data-key={key} className="flow-root">
              <MessageRow
                conversationId={conversationId}
                message={index === 0 ? withoutReplies(message) : withoutPlace(message)}
                startsGroup={startsGroup || index <= 1}
                authorName={author?.displayName ?? (members ? 'Former member' : '…')}
                isBot={author?.kind === 'bot'}
                onProfile={openProfile}
                refusal={message.refusal ?? null}
                onRetry={sendAgain}
                onDelete={discard}
                editing={message.id === editing}
                onEdited={onEdited}
              />
              {index === 0 && (
                <p className="mt-3 flex items-center gap-3 px-4 text-small text-muted tabular-nums sm:px-6">
                  {counted(message.replies?.count ?? entries.length - 1)}
                  <span className="h-px flex-1 bg-line" />
                  {more && (
                    <Button look="quiet" busy={loading} onClick={loadOlder} className="text-small">
                      Load earlier replies
                    </Button>
                  )}
                </p>
              )}
            </div>
          )
        })}
      </div>
      <MessageTools {...{ box, items, conversationId, canWrite, editing }} onEdit={setEditing} />
      {canWrite && <ReplyComposer {...{ conversationId, rootId, name }} parts={replyParts} />}
    </section>,
    place,
  )
}

type Shown = Parameters<typeof MessageRow>[0]['message']
/** One is in the thread: no way to it is shown. */
function withoutReplies({ replies: _, ...message }: Shown): Shown {
  return message
}
const withoutPlace = (message: Shown): Shown => ({ ...message, threadRootId: null })

/**
 * What names the reader in a thread counts as unread where it stands among everything: once nothing before it is unread in
 * the channel, having seen it here is having read it.
 */
function useReadThread(conversationId: ConversationId, lastSeq: number | undefined): void {
  const place = useConversations()?.find(({ conversation }) => conversation.id === conversationId)
  const markRead = useReadMarks()
  const isRead = place?.unread === 0
  useEffect(() => {
    if (isRead && lastSeq !== undefined && document.visibilityState === 'visible') markRead(conversationId, lastSeq)
  }, [isRead, lastSeq, conversationId, markRead])
}

const counted = (count: number): string =>
  count === 0 ? 'No replies yet' : count === 1 ? '1 reply' : `${count} replies`

const NEAR_PX = 80

/** At the end it stays there when a reply comes; who reads further up is left alone. */
function useStayAtEnd(box: React.RefObject<HTMLElement | null>, length: number, last: string | undefined): void {
  const stuck = useRef(true)
  useEffect(() => {
    const el = box.current
    if (!el) return
    const look = () => {
      stuck.current = el.scrollHeight - el.scrollTop - el.clientHeight < NEAR_PX
    }
    el.addEventListener('scroll', look, { passive: true })
    return () => el.removeEventListener('scroll', look)
  }, [box])
  useLayoutEffect(() => {
    if (box.current && stuck.current) box.current.scrollTop = box.current.scrollHeight
  }, [box, length, last])
}
