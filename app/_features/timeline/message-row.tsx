'use client'
import { Clock } from 'lucide-react'
import type { PointerEvent, ReactNode } from 'react'
import type { ErrorCode } from '#server/domain/errors.ts'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import { Avatar } from '#app/_ui/avatar.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { NameButton } from '#app/_ui/name-button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockSeconds, clockTime, dayKey, shortDay, zoneName, type TimeStyle } from '#app/_ui/time-text.ts'
import { isLate, type TimelineMessage } from './group-messages.ts'
import { MessageText } from './message-text.tsx'

const MessageEditor = lazyPart(() => import('./message-editor.tsx').then((m) => m.MessageEditor))
const Unsent = lazyPart(() => import('./unsent-note.tsx').then((m) => m.Unsent))

export type MessageRowProps = {
  message: TimelineMessage
  startsGroup: boolean
  authorName: string
  isBot: boolean
  onProfile: (memberId: MemberId) => void
  refusal: ErrorCode | null
  onRetry: (clientToken: string) => void
  onDelete: (clientToken: string) => void
  /** Its text is being changed in its place; call `onEdited` when that is over. */
  editing: ConversationId | false
  onEdited: () => void
}

export function MessageRow({
  message,
  startsGroup,
  authorName,
  isBot,
  onProfile,
  refusal,
  onRetry,
  onDelete,
  editing,
  onEdited,
}: MessageRowProps) {
  const style = useTimeStyle()
  const at_ms = message.createdMs
  const clock = clockTime(at_ms, style)
  return (
    <article
      tabIndex={-1}
      aria-label={`${authorName}, ${clock}`}
      className={classNames(
        'group relative grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3 px-4 py-0.5 hover:bg-hover/60 sm:px-6',
        startsGroup && 'mt-3',
      )}
    >
      {startsGroup ? (
        <Avatar name={authorName} />
      ) : (
        <Moment
          at_ms={at_ms}
          // By its colour: opacity would make each row a layer of its own.
          className="time pt-1 text-right text-[0.6875rem] text-transparent group-hover:text-muted"
        >
          {clock.replace(/ [AP]M$/, '')}
        </Moment>
      )}
      <div className="min-w-0">
        {startsGroup && (
          <p className="flex items-baseline gap-2 leading-snug">
            <NameButton name={authorName} onPress={() => onProfile(message.authorId)} />
            {isBot && <span className="rounded-small bg-selected px-1 text-[0.6875rem] font-medium">app</span>}
            <Moment at_ms={at_ms} className="time text-small text-muted">
              {clock}
            </Moment>
          </p>
        )}
        {editing ? (
          <MessageEditor conversationId={editing} message={message} onClose={onEdited} onMissing={onEdited} />
        ) : (
          <p
            dir="auto"
            className={classNames('wrap-anywhere whitespace-pre-wrap', message.delivery === 'pending' && 'text-muted')}
          >
            {message.deletedMs === null ? (
              <MessageText text={message.text} />
            ) : (
              <i className="text-muted">This message was deleted.</i>
            )}
            {message.editedMs !== null && message.deletedMs === null && (
              <button type="button" data-edits className="ml-1.5 text-small text-muted hover:underline">
                (edited)
              </button>
            )}
          </p>
        )}
        {isLate(message) && <LateMark message={message} style={style} />}
        {message.delivery === 'pending' && <p className="text-small text-muted">Sending…</p>}
        {message.delivery === 'failed' && message.clientToken !== null && (
          <Unsent
            refusal={refusal}
            onRetry={() => onRetry(message.clientToken ?? '')}
            onDelete={() => onDelete(message.clientToken ?? '')}
          />
        )}
      </div>
    </article>
  )
}

/** Under the pointer it tells the whole: worked out only then, for it costs more than the rest of a row. */
function Moment({ at_ms, className, children }: { at_ms: number; className: string; children: ReactNode }) {
  const style = useTimeStyle()
  const tellAll = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.title = `${shortDay(at_ms, style.zone, at_ms)} at ${clockSeconds(at_ms, style)} ${zoneName(at_ms, style.zone)}`
  }
  return (
    <time dateTime={iso(at_ms)} onPointerEnter={tellAll} className={className}>
      {children}
    </time>
  )
}

function LateMark({ message, style }: { message: TimelineMessage; style: TimeStyle }) {
  const planned_ms = (message.sendAt ?? 0) * 1000
  const sameDay = dayKey(planned_ms, style.zone) === dayKey(message.createdMs, style.zone)
  const day = sameDay ? '' : `${shortDay(planned_ms, style.zone, message.createdMs)} `
  return (
    <p className="mt-0.5 flex items-center gap-1.5 text-small text-warn tabular-nums">
      <Clock size={13} aria-hidden className="shrink-0" />
      sent late: planned {day}
      {clockSeconds(planned_ms, style)}, sent {clockSeconds(message.createdMs, style)}
    </p>
  )
}

const iso = (at_ms: number): string => new Date(at_ms).toISOString()
