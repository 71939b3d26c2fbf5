'use client'
import { CalendarClock } from 'lucide-react'
import type { Term } from '#server/domain/search/query.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { snippetOf } from './snippet.ts'
import type { FoundScheduled } from './use-search.ts'

/** One's own message that waits; it leads to the list where it can be changed. */
export function ScheduledResult({ scheduled, terms }: { scheduled: FoundScheduled; terms: readonly Term[] }) {
  const { workspaceId } = useWorkspace()
  const name = useConversationNames()(scheduled.conversationId)
  const style = useTimeStyle()
  const when = moment(scheduled.sendAt * 1000, style, serverNow())
  const pieces = snippetOf(scheduled.text, terms)
  return (
    <li>
      <AppLink
        href={sectionPath(workspaceId, 'scheduled')}
        data-result
        className="block rounded-large border border-line bg-surface px-4 py-3 hover:bg-hover/60"
      >
        <p className="flex flex-wrap items-center gap-x-2 text-small text-muted">
          <CalendarClock size={14} aria-hidden />
          <span>
            To{' '}
            <b className="font-medium text-ink" dir="auto">
              {name}
            </b>
          </span>
          <span className="time ml-auto">{when}</span>
        </p>
        <p dir="auto" className="mt-1 wrap-anywhere whitespace-pre-wrap">
          {pieces.map((piece, i) =>
            piece.marked ? (
              <mark key={i} className="rounded-small bg-brass-soft px-0.5 text-ink">
                {piece.text}
              </mark>
            ) : (
              piece.text
            ),
          )}
        </p>
      </AppLink>
    </li>
  )
}
