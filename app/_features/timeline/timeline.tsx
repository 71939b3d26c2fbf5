'use client'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { firstScreenStands } from '#app/_client/first-screen.ts'
import { useMessages } from '#app/_client/react/hooks.ts'
import { useFirstScreen } from '#app/_client/react/use-first-screen.ts'
import { Button } from '#app/_ui/button.tsx'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayKey } from '#app/_ui/time-text.ts'
import { groupMessages, rememberingDays } from './group-messages.ts'
import type { ReplyParts } from './reply-composer.tsx'
import { TimelineItems } from './timeline-items.tsx'
import { useMarkRead } from './use-mark-read.ts'
import { useUnreadLine } from './use-unread-line.ts'
import { useVirtualTimeline } from './use-virtual-timeline.ts'

const NothingSaid = lazyPart(() => import('./nothing-said.tsx').then((m) => m.NothingSaid))
const Arrivals = lazyPart(() => import('./arrivals.tsx').then((m) => m.Arrivals))
const TimelineTools = lazyPart(() => import('./timeline-tools.tsx').then((m) => m.TimelineTools))

type Props = {
  conversationId: ConversationId
  /** Up to where the reader has read. */
  readSeq: number
  /** +1 whenever the reader marked something unread. */
  readTurn: number
  canWrite: boolean
  /** as people call it: `#general`, `Ana Souza` */ name: string
  beginning: ReactNode
  replyParts: ReplyParts
  /** Holds what goes to the newest, while this stands. */
  toNewest: RefObject<(() => void) | null>
}

/** The messages of one conversation, newest at the bottom. Mount anew for another conversation. */
export function Timeline(props: Props) {
  const { conversationId, readSeq, readTurn, canWrite, name, beginning, replyParts, toNewest } = props
  const { messages, more, atNewest, loading, missed, loadOlder, loadNewer, showNewest } = useMessages(conversationId)
  const { zone } = useTimeStyle()
  const firstNew = useUnreadLine(messages, readSeq, readTurn)
  const dayOf = useMemo(() => rememberingDays((at_ms) => dayKey(at_ms, zone)), [zone])
  const items = useMemo(() => groupMessages(messages, dayOf, firstNew), [messages, dayOf, firstNew])
  const keys = useMemo(() => items.map(({ key }) => key), [items])
  const onNearStart = useCallback(() => {
    // Not again by itself: far from the server that would be without a pause.
    if (more && !loading && !missed) loadOlder()
  }, [more, loading, missed, loadOlder])
  const onNearEnd = useCallback(() => {
    if (!atNewest) loadNewer()
  }, [atNewest, loadNewer])
  const { box, toEnd, atEnd, ...drawn } = useVirtualTimeline({ keys, atNewest, onNearStart, onNearEnd })
  const jumpToNewest = useJump(atNewest, showNewest, toEnd)
  useEffect(() => {
    toNewest.current = jumpToNewest
  }, [toNewest, jumpToNewest])
  const [editing, setEditing] = useState<MessageId | null>(null)
  const onEdited = useCallback(() => setEditing(null), [])
  const drawnOnce = useFirstScreen()
  const stands = messages.length > 0 || !loading
  useEffect(() => {
    if (stands) firstScreenStands()
  }, [stands])
  const last = messages.at(-1)
  useMarkRead(conversationId, { lastSeq: last?.seq, atBottom: atEnd, readTurn })
  const mine = last?.delivery === 'pending' ? last.clientToken : null
  useEffect(() => {
    if (mine) toEnd()
  }, [mine, toEnd])

  const head = more ? (
    <p
      role={missed ? 'alert' : undefined}
      className="flex min-h-(--touch) items-center justify-center py-3 text-small text-muted"
    >
      {loading ? (
        'Loading earlier messages…'
      ) : (
        <Button look="quiet" onClick={loadOlder} className="text-small text-muted">
          {missed ? 'Earlier messages were not reached. Try again' : 'Load earlier messages'}
        </Button>
      )}
    </p>
  ) : (
    beginning
  )
  return (
    <section aria-label={`Messages in ${name}`} className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        tabIndex={0}
        role="log"
        // What scrolling brings into view is no news; what arrives is announced by itself below.
        aria-live="off"
        aria-label={`Messages in ${name}`}
        aria-busy={loading}
        // A ground of its own lets the browser move what it has painted instead of painting it with every step.
        className="scroll-calm min-h-0 flex-1 bg-surface -outline-offset-2 [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end">
          {messages.length === 0 && loading && <SkeletonRows label="Loading messages" />}
          {messages.length === 0 && !loading && !more && <NothingSaid canWrite={canWrite} />}
          <TimelineItems
            {...drawn}
            items={items}
            head={head}
            conversationId={conversationId}
            editing={editing}
            onEdited={onEdited}
          />
        </div>
      </div>
      {drawnOnce && <Arrivals messages={messages} />}
      {drawnOnce && (
        <TimelineTools {...{ box, items, conversationId, canWrite, editing, name, replyParts }} onEdit={setEditing} />
      )}
      {!atEnd && messages.length > 0 && (
        <Button onClick={jumpToNewest} className="absolute right-4 bottom-3 rounded-full shadow-float">
          <ArrowDown size={16} aria-hidden /> Jump to newest
        </Button>
      )}
    </section>
  )
}

/** Far back, the newest have to be read first. */
function useJump(atNewest: boolean, showNewest: () => void, toEnd: () => void): () => void {
  const wanted = useRef(false)
  useEffect(() => {
    if (!atNewest || !wanted.current) return
    wanted.current = false
    toEnd()
  }, [atNewest, toEnd])
  return useCallback(() => {
    wanted.current = !atNewest
    if (atNewest) toEnd()
    else showNewest()
  }, [atNewest, showNewest, toEnd])
}
