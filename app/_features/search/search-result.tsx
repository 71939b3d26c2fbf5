'use client'
import { Hash, Lock, MessageSquareReply, Paperclip } from 'lucide-react'
import { filesOf } from '#server/domain/files/attached-file.ts'
import { wordsOf } from '#server/domain/message/format/words-of.ts'
import type { Term } from '#server/domain/search/query.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { messageLink } from '#server/protocol/message-link.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useNames } from '#app/_client/react/use-names.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Avatar } from '#app/_ui/avatar.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay } from '#app/_ui/time-text.ts'
import { snippetOf } from './snippet.ts'
import type { Found } from './use-search.ts'

/** One message with what stands beside it; it leads to its place in the conversation. */
export function SearchResult({ found, terms }: { found: Found; terms: readonly Term[] }) {
  const { workspaceId } = useWorkspace()
  const { conversationId, place, message, before, after } = found
  const nameOf = useConversationNames()
  const authorOf = useAuthorNames()
  const names = useNames()
  const reads = ({ text }: MessageView) => names.toField(wordsOf(text))
  const style = useTimeStyle()
  const isDirect = place.kind === 'direct'
  const name = isDirect ? nameOf(conversationId) : `#${place.name}`
  const author = authorOf(message)
  const at_ms = message.createdMs
  return (
    <li>
      <AppLink
        href={messageLink(workspaceId, { id: conversationId, kind: place.kind }, message.id)}
        data-result
        className="block rounded-large border border-line bg-surface px-4 py-3 hover:bg-hover/60"
      >
        <p className="flex flex-wrap items-center gap-x-2 text-small text-muted">
          {isDirect ? null : place.kind === 'private' ? (
            <Lock size={13} aria-label="Private channel" />
          ) : (
            <Hash size={13} aria-hidden className="-mr-1" />
          )}
          <span className="font-medium text-ink" dir="auto">
            {isDirect ? name : place.name}
          </span>
          {message.threadRootId !== null && (
            <span className="flex items-center gap-1">
              <MessageSquareReply size={13} aria-hidden /> in a thread
            </span>
          )}
          {!place.isMember && <span>· you are not in it</span>}
          <time dateTime={new Date(at_ms).toISOString()} className="time ml-auto">
            {shortDay(at_ms, style.zone, serverNow())}, {clockTime(at_ms, style)}
          </time>
        </p>
        {before && <Beside words={`${authorOf(before)}: ${reads(before)}`} />}
        <div className="mt-1.5 grid grid-cols-[2.25rem_minmax(0,1fr)] gap-x-3">
          <Avatar name={author} />
          <div className="min-w-0">
            <p className="leading-snug font-semibold" dir="auto">
              {author}
            </p>
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {snippetOf(reads(message), terms).map((piece, i) =>
                piece.marked ? (
                  <mark key={i} className="rounded-small bg-brass-soft px-0.5 text-ink">
                    {piece.text}
                  </mark>
                ) : (
                  piece.text
                ),
              )}
              {message.editedMs !== null && <span className="ml-1.5 text-small text-muted">(edited)</span>}
            </p>
            <FileNames message={message} />
          </div>
        </div>
        {after && <Beside words={`${authorOf(after)}: ${reads(after)}`} />}
      </AppLink>
    </li>
  )
}

function FileNames({ message: { payload } }: { message: MessageView }) {
  const names = filesOf(payload).flatMap(({ name, gone }) => (gone ? [] : [name]))
  return names.length === 0 ? null : (
    <p dir="auto" className="mt-0.5 flex items-baseline gap-1.5 text-small text-muted wrap-anywhere">
      <Paperclip size={13} aria-label="Files" className="shrink-0 self-center" />
      {names.join(', ')}
    </p>
  )
}

/** What was said just before or after, in one line. */
function Beside({ words }: { words: string }) {
  return (
    <p className="mt-1 ml-12 truncate text-small text-muted" dir="auto">
      {words}
    </p>
  )
}

function useAuthorNames(): (message: MessageView) => string {
  const members = useMembers()
  return ({ authorId }) => members?.get(authorId)?.displayName ?? (members ? 'Former member' : '…')
}
