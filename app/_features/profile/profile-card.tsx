'use client'
import { MessageCircle, Settings } from 'lucide-react'
import { useState } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import { sectionPath } from '#app/_client/paths.ts'
import { awayNow, awayText } from '#app/_client/away-text.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useOpenDirect } from '#app/_client/react/use-open-direct.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { failureWords } from '#app/_client/words.ts'
import { goTo } from '#app/_ui/app-link.tsx'
import { Avatar } from '#app/_ui/avatar.tsx'
import { Button } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay, zoneName } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { aheadWords } from './ahead-words.ts'

/** Who somebody is, what their clock shows now, and a way to write to them. */
export function ProfileCard({ memberId, onClose }: { memberId: MemberId; onClose: () => void }) {
  const { me } = useWorkspace()
  const member = useMembers()?.get(memberId)
  const isMe = memberId === me.memberId
  const style = useTimeStyle()
  const now_ms = useTick(serverNow, 60_000)
  if (!member) {
    return (
      <Dialog open onClose={onClose} title="A former member">
        <p className="text-muted">This person is no longer in the workspace. What they wrote stays.</p>
      </Dialog>
    )
  }
  const { displayName, role, kind, email, zone, deactivated } = member
  const away_ms = awayNow(member, now_ms)
  const standing = deactivated ? 'deactivated' : kind === 'bot' ? 'app' : role
  return (
    <Dialog open onClose={onClose} title={displayName} description={isMe ? `${standing}, you` : standing}>
      <div className="flex flex-col gap-5">
        <div className="flex items-center gap-4">
          <Avatar name={displayName} size="large" />
          {kind === 'person' && <LocalTime zone={zone} />}
        </div>
        <dl className="grid grid-cols-[max-content_1fr] gap-x-5 gap-y-1.5">
          {kind === 'person' && <Fact label="Time zone">{zone.replaceAll('_', ' ')}</Fact>}
          {away_ms !== null && (
            <Fact label="Status">
              {awayText(away_ms, (at_ms) => `${shortDay(at_ms, style.zone, now_ms)}, ${clockTime(at_ms, style)}`)}
            </Fact>
          )}
          {email && <Fact label="E-mail">{email}</Fact>}
          {kind === 'bot' && <Fact label="Speaks">through the Slack-compatible API, with a token</Fact>}
        </dl>
        {isMe ? (
          <ToSettings onClose={onClose} />
        ) : kind === 'person' && !deactivated ? (
          <WriteButton memberId={memberId} name={displayName} onClose={onClose} />
        ) : null}
      </div>
    </Dialog>
  )
}

function LocalTime({ zone }: { zone: string }) {
  const style = useTimeStyle()
  const now_ms = useTick(serverNow, 60_000)
  return (
    <div className="leading-snug">
      <p className="time text-title font-semibold">
        {clockTime(now_ms, { ...style, zone })} {zoneName(now_ms, zone)}
      </p>
      <p className="text-small text-muted tabular-nums">
        {shortDay(now_ms, zone, now_ms)} · {aheadWords(now_ms, zone, style.zone)}
      </p>
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: string }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)

function WriteButton({ memberId, name, onClose }: { memberId: MemberId; name: string; onClose: () => void }) {
  const openDirect = useOpenDirect()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const write = async () => {
    setBusy(true)
    try {
      const path = await openDirect(memberId)
      onClose()
      goTo(path)
    } catch (error) {
      setRefused(failureWords(error))
      setBusy(false)
    }
  }
  return (
    <div>
      {refused && (
        <p role="alert" className="mb-2 text-danger">
          {refused}
        </p>
      )}
      <Button look="primary" busy={busy} onClick={() => void write()} aria-label={`Message ${name}`}>
        <MessageCircle size={16} aria-hidden /> Message
      </Button>
    </div>
  )
}

function ToSettings({ onClose }: { onClose: () => void }) {
  const { workspaceId } = useWorkspace()
  const go = () => {
    onClose()
    goTo(sectionPath(workspaceId, 'settings'))
  }
  return (
    <div>
      <Button onClick={go}>
        <Settings size={16} aria-hidden /> Your settings
      </Button>
    </div>
  )
}
