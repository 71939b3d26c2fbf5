'use client'
import { X } from 'lucide-react'
import type { MemberId } from '#server/domain/ids.ts'
import type { NoticeView } from '#server/protocol/scheduled-view.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useMembers, useNotices } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Banner } from '#app/_ui/banner.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'

/** So many are told in words, the newest first. */
const SHOWN = 3

/** Tells what became of messages that come again and again: they stand still, were missed, or are now one's own. */
export function SeriesNotices() {
  const { notices, markSeen } = useNotices()
  const { workspaceId } = useWorkspace()
  const nameOf = useConversationNames()
  const members = useMembers()
  const about = notices.filter(({ kind }) => kind.startsWith('series_'))
  if (about.length === 0) return null
  const newest = about.toSorted((a, b) => b.createdMs - a.createdMs).slice(0, SHOWN)
  const dismiss = () => markSeen(about.map(({ id }) => id))
  return (
    <Banner
      tone="warn"
      role="alert"
      label="Repeating messages"
      actions={
        <>
          <AppLink
            href={`${sectionPath(workspaceId, 'scheduled')}?show=repeating`}
            onClick={dismiss}
            className="inline-flex min-h-(--touch) items-center rounded-small px-2.5 font-semibold underline underline-offset-2 hover:bg-hover"
          >
            See what to do
          </AppLink>
          <IconButton label="Dismiss" onClick={dismiss}>
            <X size={16} aria-hidden />
          </IconButton>
        </>
      }
    >
      <ul>
        {newest.map(({ id, ...notice }) => (
          <li key={id}>{wordsOf(notice, nameOf(notice.conversationId), nameIn(members, notice.actorId))}</li>
        ))}
      </ul>
      {about.length > SHOWN && <p>And {about.length - SHOWN} more.</p>}
    </Banner>
  )
}

const nameIn = (members: ReturnType<typeof useMembers>, id: MemberId | null): string | undefined =>
  (id && members?.get(id)?.displayName) || undefined

function wordsOf({ kind }: Pick<NoticeView, 'kind'>, name: string, who = 'An administrator'): string {
  switch (kind) {
    case 'series_ownerless':
      return `A repeating message to ${name} stands still because its author is gone. Hand it over to somebody, or end it.`
    case 'series_paused':
      return `Your repeating message to ${name} stands still: it cannot be posted there at present.`
    case 'series_missed':
      return `Some of your repeating message to ${name} were missed while nothing ran. It has gone on since.`
    case 'series_handed_over':
      return `The repeating message to ${name} is yours now and is sent in your name.`
    case 'series_admin_paused':
      return `${who} paused your repeating message to ${name}: nothing of it is waiting. You can go on with it.`
    case 'series_admin_resumed':
      return `${who} went on with your repeating message to ${name}, which an administrator had paused.`
    case 'series_admin_ended':
      return `${who} ended your repeating message to ${name}: nothing more of it is sent.`
    default:
      return `Your repeating message to ${name} has changed.`
  }
}
