'use client'
import { Moon } from 'lucide-react'
import { awayNow, awayText } from '#app/_client/away-text.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import { useMenuButton } from '#app/_ui/menu-button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'

const AwayPopup = lazyPart(() => import('./away-popup.tsx').then((m) => m.AwayPopup))

/** Away by one's own word: others see it, and what was scheduled to be skipped meanwhile is. */
export function AwayMenu() {
  const { me } = useWorkspace()
  const style = useTimeStyle()
  const now_ms = useTick(serverNow, 30_000)
  const away_ms = awayNow(me, now_ms)
  const show = (at_ms: number) => `${shortDay(at_ms, style.zone, now_ms)}, ${clockTime(at_ms, style)}`
  const words = away_ms === null ? null : `You are ${awayText(away_ms, show)}`
  const trigger = (
    <button
      type="button"
      aria-label={words ? `${words}. Change it` : 'Set yourself away'}
      className="flex min-h-(--touch) min-w-(--touch) shrink-0 items-center justify-center rounded-base text-muted hover:bg-hover hover:text-ink"
    >
      <Moon size={17} aria-hidden className={words ? 'fill-brass text-brass' : ''} />
    </button>
  )
  const menu = useMenuButton({ trigger, label: 'Away', side: 'top', load: AwayPopup.load })
  return (
    <>
      {menu.button}
      {menu.near && <AwayPopup place={menu.place} words={words} show={show} onMissing={menu.forget} />}
    </>
  )
}
