'use client'
import { MessageCircle } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useOpenProfile } from '#app/_client/react/profile.ts'
import { useOpenDirect } from '#app/_client/react/use-open-direct.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { failureWords } from '#app/_client/words.ts'
import { goTo } from '#app/_ui/app-link.tsx'
import { Avatar } from '#app/_ui/avatar.tsx'
import { Button } from '#app/_ui/button.tsx'
import { NameButton } from '#app/_ui/name-button.tsx'
import { LongList } from '#app/_ui/long-list.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { TextField } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, zoneName } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { useTick } from '#app/_ui/use-tick.ts'
import { InviteByLink } from './invite-by-link.tsx'
import { MemberAdmin } from './member-admin.tsx'

type Member = NonNullable<ReturnType<typeof useMembers>> extends Map<unknown, infer M> ? M : never

/** Everyone in the workspace: write to them, invite others, and for administrators, their roles. */
export function PeoplePage() {
  const members = useMembers()
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLocaleLowerCase()
  const all = useMemo(
    () =>
      [...(members?.values() ?? [])].toSorted(
        (a, b) => Number(a.deactivated) - Number(b.deactivated) || BY_NAME.compare(a.displayName, b.displayName),
      ),
    [members],
  )
  const shown = all.filter(
    ({ displayName, email }) =>
      displayName.toLocaleLowerCase().includes(wanted) || email.toLocaleLowerCase().includes(wanted),
  )
  return (
    <div className="scroll-calm min-h-0 flex-1">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-6 px-4 py-5 sm:px-6">
        <InviteByLink />
        <TextField
          label="Find somebody"
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        {!members ? (
          <SkeletonRows label="Loading people" />
        ) : (
          <div>
            <LongList key={wanted} label="People" items={shown} className="flex flex-col divide-y divide-line">
              {(member) => <PersonLine key={member.id} member={member} />}
            </LongList>
          </div>
        )}
        {members && shown.length === 0 && <p className="py-6 text-center text-muted">Nobody of that name is here.</p>}
      </div>
    </div>
  )
}

const BY_NAME = new Intl.Collator('en', { numeric: true })

function PersonLine({ member }: { member: Member }) {
  const { me } = useWorkspace()
  const { hour12 } = useTimeStyle()
  const now_ms = useTick(serverNow, 60_000)
  const openDirect = useOpenDirect()
  const openProfile = useOpenProfile()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const write = async () => {
    setBusy(true)
    try {
      goTo(await openDirect(member.id))
    } catch (error) {
      toast({ tone: 'danger', text: failureWords(error) })
      setBusy(false)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar name={member.displayName} />
      <div className="min-w-40 flex-1 leading-snug">
        <p className="truncate text-left font-semibold" dir="auto">
          <NameButton name={member.displayName} onPress={() => openProfile(member.id)} />
          {member.id === me.memberId && <span className="font-normal text-muted"> (you)</span>}
          {member.kind === 'bot' && (
            <span className="ml-2 rounded-small bg-selected px-1 text-small font-medium">app</span>
          )}
        </p>
        <p className="truncate text-small text-muted tabular-nums">
          {member.deactivated ? 'deactivated' : member.role} · {clockTime(now_ms, { zone: member.zone, hour12 })}{' '}
          {zoneName(now_ms, member.zone)}
          {member.email && ` · ${member.email}`}
        </p>
      </div>
      {member.kind === 'person' && (
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-sm:basis-full">
          {me.role !== 'member' && <MemberAdmin member={member} />}
          {!member.deactivated && (
            <Button busy={busy} onClick={() => void write()} aria-label={`Message ${member.displayName}`}>
              <MessageCircle size={16} aria-hidden /> Message
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
