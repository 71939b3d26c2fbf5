'use client'
import { CalendarClock, Clock, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { sectionPath } from '#app/_client/paths.ts'
import { useScheduled } from '#app/_client/react/hooks.ts'
import { useDraftCount } from '#app/_client/react/use-planned-drafts.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { AppLink } from '#app/_ui/app-link.tsx'
import { CountBadge } from '#app/_ui/count-badge.tsx'
import { entryLook } from './entry-look.ts'

/** The way to drafts and scheduled messages, with how many of each. */
export function ScheduledEntry({ current }: { current: boolean }) {
  const { workspaceId } = useWorkspace()
  const all = useScheduled() ?? []
  const held = all.filter(({ failReason }) => failReason === 'held_channel_archived').length
  const drafts = useDraftCount() + held
  const waiting = all.filter(({ status }) => status === 'SCHEDULED' || status === 'DISPATCHING').length
  const failed = all.filter(({ status }) => status === 'FAILED').length - held
  return (
    <li>
      <AppLink
        href={sectionPath(workspaceId, 'scheduled')}
        aria-current={current ? 'page' : undefined}
        className={entryLook(current)}
      >
        <CalendarClock size={17} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate">Drafts & scheduled</span>
        <span className="flex shrink-0 items-center gap-2">
          {failed > 0 && (
            <span title={`${failed} could not be sent`}>
              <CountBadge count={failed} alarming />
              <span className="sr-only"> could not be sent</span>
            </span>
          )}
          <Count count={drafts} icon={<Pencil size={12} aria-hidden />} what={drafts === 1 ? 'draft' : 'drafts'} />
          <Count count={waiting} icon={<Clock size={12} aria-hidden />} what="scheduled" />
        </span>
      </AppLink>
    </li>
  )
}

function Count({ count, icon, what }: { count: number; icon: ReactNode; what: string }) {
  if (count === 0) return null
  return (
    <span title={`${count} ${what}`} className="time flex items-center gap-0.5 text-small text-muted">
      {icon}
      {count > 999 ? '999+' : count}
      <span className="sr-only"> {what}</span>
    </span>
  )
}
