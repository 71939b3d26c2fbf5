'use client'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { useScheduled } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { inShelf } from './sort-scheduled.ts'

const ScheduledHere = lazyPart(() => import('./scheduled-here.tsx').then((m) => m.ScheduledHere))

type Props = { conversationId: ConversationId; name: string; isDirect: boolean }

/** Above the composer: what of one's own is already on its way to this conversation. */
export function ScheduledBanner({ conversationId, name, isDirect }: Props) {
  const { workspaceId } = useWorkspace()
  const { hour12 } = useTimeStyle()
  const here = inShelf(useScheduled() ?? [], 'scheduled').filter((each) => each.conversationId === conversationId)
  const [open, setOpen] = useState(false)
  const [first] = here
  // What was just canceled may still be undone within.
  if (!first && !open) return null
  const place = isDirect ? 'conversation' : 'channel'
  return (
    <>
      {first && (
        <p
          role="status"
          aria-label="Scheduled here"
          className="mx-4 mb-2 flex items-center gap-2 px-2 text-small text-muted sm:mx-6"
        >
          <CalendarClock size={15} aria-hidden className="shrink-0 text-brass" />
          <span className="min-w-0 tabular-nums">
            {here.length === 1
              ? `1 message scheduled in this ${place} for ${moment(first.sendAt * 1000, { zone: first.zone, hour12 }, serverNow())}`
              : `${here.length} messages scheduled in this ${place}`}
            {' · '}
            <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={LINK}>
              Change
            </button>
            {' · '}
            <AppLink href={sectionPath(workspaceId, 'scheduled')} className={LINK}>
              See all
            </AppLink>
          </span>
        </p>
      )}
      {open && (
        <ScheduledHere
          conversationId={conversationId}
          name={name}
          onClose={() => setOpen(false)}
          onMissing={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Tall enough for a finger, without pushing the lines apart. */
const LINK =
  'cursor-pointer font-medium text-brass underline underline-offset-2 pointer-coarse:-my-3 pointer-coarse:py-3'
