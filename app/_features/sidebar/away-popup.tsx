'use client'
import { Sun } from 'lucide-react'
import { AWAY_WITHOUT_END_MS } from '#server/domain/member/away.ts'
import { resolveSendAt } from '#server/domain/time/resolve-send-at.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import { awayText } from '#app/_client/away-text.ts'
import { useDirectorySync } from '#app/_client/react/hooks.ts'
import { useWorkspace, useWorkspaceRefresh } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import type { MenuPlace } from '#app/_ui/menu-button.tsx'
import { MenuItem, MenuNote, MenuPopup, MenuSeparator } from '#app/_ui/menu.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import type { TimeStyle } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { useTick } from '#app/_ui/use-tick.ts'

type Props = {
  place: MenuPlace
  /** Until when one is away, in words; null where one is not. */
  words: string | null
  show: (at_ms: number) => string
}

/** For how long, and the way back. */
export function AwayPopup({ place, words, show }: Props) {
  const { workspaceId } = useWorkspace()
  const refreshWorkspace = useWorkspaceRefresh()
  const refreshDirectory = useDirectorySync()
  const toast = useToast()
  const style = useTimeStyle()
  const now_ms = useTick(serverNow, 30_000)

  const set = async (awayUntil_ms: number | null) => {
    try {
      await trpc.members.updateMe.mutate({ workspaceId, awayUntil_ms })
      await Promise.all([refreshWorkspace(), refreshDirectory()])
      toast({ text: awayUntil_ms === null ? 'You are back.' : `You are ${awayText(awayUntil_ms, show)}.` })
    } catch (error) {
      toast({ tone: 'danger', text: failureWords(error) })
    }
  }
  return (
    <MenuPopup place={place}>
      <MenuNote>{words ?? 'Away'}</MenuNote>
      {words && (
        <>
          <MenuItem icon={<Sun size={16} aria-hidden />} onSelect={() => void set(null)}>
            I am back
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {choicesAt(now_ms, style).map(({ label, until_ms }) => (
        <MenuItem
          key={label}
          onSelect={() => void set(until_ms)}
          aside={until_ms === AWAY_WITHOUT_END_MS ? undefined : show(until_ms)}
        >
          {label}
        </MenuItem>
      ))}
    </MenuPopup>
  )
}

const HOUR_MS = 3_600_000

/** For so long, or until the morning of a day. */
function choicesAt(now_ms: number, style: TimeStyle): { label: string; until_ms: number }[] {
  return [
    { label: 'For an hour', until_ms: Math.ceil((now_ms + HOUR_MS) / 60_000) * 60_000 },
    { label: 'Until tomorrow morning', until_ms: morningIn(1, now_ms, style.zone) },
    { label: 'For a week', until_ms: morningIn(7, now_ms, style.zone) },
    { label: 'For two weeks', until_ms: morningIn(14, now_ms, style.zone) },
    { label: 'Until further notice', until_ms: AWAY_WITHOUT_END_MS },
  ]
}

function morningIn(days: number, now_ms: number, zoneName: string): number {
  const zone = parseZone(zoneName)
  const today = wallClockAt(epochSeconds(Math.floor(now_ms / 1000)), zone).slice(0, 10)
  const day = new Date(Date.parse(`${today}T00:00Z`) + days * 24 * HOUR_MS).toISOString().slice(0, 10)
  return resolveSendAt(`${day}T09:00:00`, zone).sendAt * 1000
}
