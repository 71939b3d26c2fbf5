'use client'
import type { ReactNode } from 'react'
import { serverNow } from '#app/_client/server-clock.ts'
import { Avatar } from '#app/_ui/avatar.tsx'
import { NameButton } from '#app/_ui/name-button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, zoneName } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'

type Props = {
  member: { displayName: string; zone: string } | undefined
  isMe: boolean
  /** Makes the name a button that opens their card. */
  onProfile?: () => void
  children?: ReactNode
}

/** Somebody, and what their clock shows. */
export function MemberLine({ member, isMe, onProfile, children }: Props) {
  const { hour12 } = useTimeStyle()
  const now_ms = useTick(serverNow, 60_000)
  const name = member?.displayName ?? '…'
  return (
    <li className="flex items-center gap-3 py-2">
      <Avatar name={name} />
      <div className="min-w-0 flex-1 leading-tight">
        <p className="truncate text-left font-medium" dir="auto">
          {onProfile ? <NameButton name={name} onPress={onProfile} /> : name}
          {isMe && <span className="font-normal text-muted"> (you)</span>}
        </p>
        {member && (
          <p className="time text-small text-muted">
            {clockTime(now_ms, { zone: member.zone, hour12 })} {zoneName(now_ms, member.zone)}
          </p>
        )}
      </div>
      {children}
    </li>
  )
}
