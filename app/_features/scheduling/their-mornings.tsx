'use client'
import { Sunrise } from 'lucide-react'
import type { ConversationId } from '#server/domain/ids.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { MenuItem } from '#app/_ui/menu.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { shortDay } from '#app/_ui/time-text.ts'
import type { When } from './presets.ts'
import { theirMornings } from './readers.ts'
import { useOther } from './use-readers.ts'

/** In a direct message: the reader's morning, where their clock shows something else (T5). */
export function TheirMornings({
  conversationId,
  now_ms,
  onSelect,
}: {
  conversationId: ConversationId
  now_ms: number
  onSelect: (when: When) => void
}) {
  const style = useTimeStyle()
  const other = useOther(conversationId)
  if (!other) return null
  return theirMornings(now_ms, parseZone(other.zone), style).map(({ label, ...when }) => (
    <MenuItem
      key={when.wallClock}
      icon={<Sunrise size={16} aria-hidden />}
      onSelect={() => onSelect(when)}
      aside={shortDay(when.sendAt * 1000, when.zone, now_ms)}
    >
      {label}
    </MenuItem>
  ))
}
