'use client'
import { sectionPath } from '#app/_client/paths.ts'
import { useFirstScreen } from '#app/_client/react/use-first-screen.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Avatar } from '#app/_ui/avatar.tsx'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, zoneName } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'

const AwayMenu = lazyPart(() => import('./away-menu.tsx').then((m) => m.AwayMenu))
/** Keeps its place. */
const GAP = <span className="min-h-(--touch) min-w-(--touch) shrink-0" />

/** Who one is here, and what time it is where one's messages are planned. */
export function Me() {
  const { workspaceId, me } = useWorkspace()
  const style = useTimeStyle()
  const stands = useFirstScreen()
  const now_ms = useTick(serverNow, 60_000)
  return (
    <div className="flex items-center border-t border-line pr-2">
      <AppLink
        href={sectionPath(workspaceId, 'settings')}
        className="flex min-w-0 flex-1 items-center gap-3 px-4 py-3 -outline-offset-2 hover:bg-hover"
      >
        <Avatar name={me.displayName} />
        <span className="min-w-0 leading-tight">
          <span className="block truncate text-left font-semibold" dir="auto">
            {me.displayName}
            <span className="sr-only">: your settings</span>
          </span>
          <span className="time text-small text-muted">
            {clockTime(now_ms, style)} {zoneName(now_ms, style.zone)}
          </span>
        </span>
      </AppLink>
      {stands ? <AwayMenu meanwhile={GAP} /> : GAP}
    </div>
  )
}
