'use client'
import { MessageSquareText, Pin } from 'lucide-react'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { Avatar } from '#app/_ui/avatar.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay } from '#app/_ui/time-text.ts'
import { isLate, type TimelineMessage } from './group-messages.ts'
import { LateMark } from './late-mark.tsx'
import { ReactionLine } from './reaction-line.tsx'

const LINK =
  'mt-1 flex min-h-7 max-w-full items-center gap-1.5 rounded-small px-1 -mx-1 text-small text-brass hover:bg-hover pointer-coarse:min-h-9'

/** What stands beneath a message's text: reactions, and the way to its thread. */
export function Beneath({ conversationId, message }: { conversationId: ConversationId; message: TimelineMessage }) {
  return (
    <>
      {isLate(message) && <LateMark message={message} />}
      {message.reactions && message.reactions.length > 0 && <ReactionLine {...{ conversationId, message }} />}
      {message.pinned && <Pinned byId={message.pinned.byId} />}
      {message.replies && <Replies replies={message.replies} />}
      {message.threadRootId && (
        <button type="button" data-thread className={LINK}>
          <MessageSquareText size={14} aria-hidden className="shrink-0" /> A reply in a thread: open it
        </button>
      )}
    </>
  )
}

function Pinned({ byId }: { byId: MemberId }) {
  const members = useMembers()
  return (
    <p className="mt-1 flex items-center gap-1.5 text-small text-muted">
      <Pin size={13} aria-hidden className="shrink-0" /> Pinned by {members?.get(byId)?.displayName ?? 'somebody'}
    </p>
  )
}

function Replies({ replies: { count, lastMs, memberIds } }: { replies: NonNullable<TimelineMessage['replies']> }) {
  const members = useMembers()
  const style = useTimeStyle()
  return (
    <button type="button" data-thread className={LINK}>
      <span aria-hidden className="flex gap-0.5">
        {memberIds.map((id) => (
          <Avatar key={id} name={members?.get(id)?.displayName ?? '…'} size="small" />
        ))}
      </span>
      <span className="font-semibold tabular-nums">{count === 1 ? '1 reply' : `${count} replies`}</span>
      <span className="min-w-0 truncate text-muted tabular-nums">
        last {shortDay(lastMs, style.zone, serverNow())} at {clockTime(lastMs, style)}
      </span>
    </button>
  )
}
