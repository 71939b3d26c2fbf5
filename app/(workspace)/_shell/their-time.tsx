'use client'
import { useMembers } from '#app/_client/react/hooks.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, zoneName } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'

/** What the other one's clock shows, where it differs from the reader's. */
export function TheirTime({ memberIds: [other] }: { memberIds: readonly string[] }) {
  const members = useMembers()
  const style = useTimeStyle()
  const now_ms = useTick(serverNow, 60_000)
  const member = [...(members?.values() ?? [])].find(({ id }) => id === other)
  if (!member) return null
  return (
    <span className="time">
      {clockTime(now_ms, { ...style, zone: member.zone })} {zoneName(now_ms, member.zone)} for them
    </span>
  )
}
