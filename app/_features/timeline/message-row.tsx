'use client'
import { mayHaveFiles } from '#server/domain/files/may-have-files.ts'
import type { ConversationId, MemberId } from '#server/domain/ids.ts'
import type { UnsentChange } from '#app/_client/store/rows.ts'
import { Avatar } from '#app/_ui/avatar.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import type { Refusal } from '#app/_client/react/timeline-window.ts'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { NameButton } from '#app/_ui/name-button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime } from '#app/_ui/time-text.ts'
import { isLate, type TimelineMessage } from './group-messages.ts'
import { MessageText } from './message-text.tsx'

const MessageFiles = lazyPart(() => import('./message-files.tsx').then((m) => m.MessageFiles))
const MessageEditor = lazyPart(() => import('./message-editor.tsx').then((m) => m.MessageEditor))
const Beneath = lazyPart(() => import('./beneath.tsx').then((m) => m.Beneath))
const Unsent = lazyPart(() => import('./unsent-note.tsx').then((m) => m.Unsent))

export type MessageRowProps = {
  conversationId: ConversationId
  message: TimelineMessage
  startsGroup: boolean
  authorName: string
  isBot: boolean
  onProfile: (memberId: MemberId) => void
  refusal: Refusal | null
  onRetry: (clientToken: string, changed?: UnsentChange) => void
  onDelete: (clientToken: string) => void
  /** Its text is being changed in its place; call `onEdited` when that is over. */
  editing?: boolean
  onEdited?: () => void
}

export function MessageRow({
  conversationId,
  message,
  startsGroup,
  authorName,
  isBot,
  onProfile,
  refusal,
  onRetry,
  onDelete,
  editing = false,
  onEdited = nothing,
}: MessageRowProps) {
  const style = useTimeStyle()
  const at_ms = message.createdMs
  const clock = clockTime(at_ms, style)
  return (
    <article
      tabIndex={-1}
      aria-label={`${authorName}, ${clock}`}
      className={classNames(
        'group relative py-0.5 pr-4 pl-16 hover:bg-hover/60 sm:pr-6 sm:pl-18',
        startsGroup && 'mt-3',
      )}
    >
      {startsGroup ? (
        <span className={classNames('top-0.5', ASIDE)}>
          <Avatar name={authorName} />
        </span>
      ) : (
        <time
          dateTime={iso(at_ms)}
          // By its colour: opacity would make each row a layer of its own.
          className={classNames(
            'time top-1.5 text-right text-[0.6875rem] text-transparent group-hover:text-muted',
            ASIDE,
          )}
        >
          {clock.replace(/ [AP]M$/, '')}
        </time>
      )}
      <div className="min-w-0">
        {startsGroup && (
          <p className="flex items-baseline gap-2 leading-snug">
            <NameButton name={authorName} onPress={() => onProfile(message.authorId)} />
            {isBot && <span className="rounded-small bg-selected px-1 text-[0.6875rem] font-medium">app</span>}
            <time dateTime={iso(at_ms)} className="time text-small text-muted">
              {clock}
            </time>
          </p>
        )}
        {editing ? (
          <MessageEditor {...{ conversationId, message }} onClose={onEdited} onMissing={onEdited} />
        ) : (
          <div
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
          </div>
        )}
        {mayHaveFiles(message.payload) && <MessageFiles payload={message.payload} />}
        {(isLate(message) || (message.reactions ?? message.replies ?? message.pinned ?? message.threadRootId)) && (
          <Beneath
            {...{ conversationId, message }}
            meanwhile={isLate(message) && <p className="mt-0.5 text-small text-warn">sent late</p>}
          />
        )}
        {message.delivery === 'pending' && <p className="text-small text-muted">Sending…</p>}
        {message.delivery === 'failed' && message.clientToken !== null && (
          <Unsent
            text={message.text}
            refusal={refusal}
            onRetry={(changed) => onRetry(message.clientToken ?? '', changed)}
            onDelete={() => onDelete(message.clientToken ?? '')}
          />
        )}
      </div>
    </article>
  )
}

/** Beside the text. Placed, not a column: rows are laid out by the dozen while one scrolls. */
const ASIDE = 'absolute left-4 w-9 sm:left-6'
const iso = (at_ms: number): string => new Date(at_ms).toISOString()

function nothing(): void {}
