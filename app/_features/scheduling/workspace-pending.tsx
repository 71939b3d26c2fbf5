'use client'
import { Clock, Repeat, Users } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { MemberId } from '#server/domain/ids.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { EmptyState } from '#app/_ui/empty-state.tsx'
import { ErrorPanel } from '#app/_ui/error-panel.tsx'
import { SkeletonRows } from '#app/_ui/skeleton.tsx'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { PressSwitch } from '#app/_ui/press-switch.tsx'
import { SelectField } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayHeading, dayKey } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'
import { OthersRow } from './others-row.tsx'
import { OthersSeries } from './others-series.tsx'
import { groupByDay } from './sort-scheduled.ts'
import { useOthersScheduled } from './use-others-scheduled.ts'

const KINDS = [
  { value: 'messages' as const, label: 'Messages', Icon: Clock },
  { value: 'repeating' as const, label: 'Repeating', Icon: Repeat },
]
type Kind = (typeof KINDS)[number]['value']

/** For administrators: what waits in the workspace, whoever wrote it, without texts; and what leavers left behind. */
export function WorkspacePending() {
  const members = useMembers()
  const { me } = useWorkspace()
  const { zone } = useTimeStyle()
  const now_ms = useTick(serverNow, 60_000)
  const [authorId, setAuthor] = useState<MemberId | ''>('')
  const [kind, setKind] = useState<Kind>('messages')
  const [leaver, setLeaver] = useState<MemberId | null>(null)
  const others = useOthersScheduled(authorId || null)
  const groups = useMemo(() => groupByDay(others.items ?? [], (at_ms) => dayKey(at_ms, zone)), [others.items, zone])
  const people = [...(members?.values() ?? [])].toSorted((a, b) => a.displayName.localeCompare(b.displayName))
  const nameOf = (id: MemberId) => members?.get(id)?.displayName ?? '…'
  const left = [...new Set(others.items?.map((item) => item.authorId))].filter((id) => members?.get(id)?.deactivated)
  /** Whoever takes it over reads it. */
  const mayInherit = ({ id, deactivated, kind }: (typeof people)[number]) =>
    !deactivated && kind === 'person' && (id !== me.memberId || others.policy?.mayRead)
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-5 sm:px-6">
      <p className="mb-4 text-muted">
        Everything that waits in this workspace.{' '}
        {others.policy?.mayRead
          ? 'You may read texts here; every look stands in the message’s history.'
          : 'Texts are their authors’ alone.'}
        {others.policy &&
          !others.policy.mayManage &&
          ' The rules of this workspace let only authors change what they scheduled.'}
      </p>
      <SelectField
        label="Author"
        value={authorId}
        onChange={(event) => setAuthor(event.target.value as MemberId | '')}
        className="mb-4 max-w-sm"
      >
        <option value="">Everybody</option>
        {people.map(({ id, displayName, deactivated }) => (
          <option key={id} value={id}>
            {displayName}
            {deactivated ? ' (left)' : ''}
          </option>
        ))}
      </SelectField>
      <PressSwitch label="What of it" choices={KINDS} value={kind} onValue={setKind} />
      {left.map((id) => (
        <section
          key={id}
          aria-label={`Left by ${nameOf(id)}`}
          className="mb-4 flex flex-wrap items-center gap-3 rounded-large bg-warn-soft px-4 py-3"
        >
          <p className="min-w-48 flex-1">
            <b className="font-semibold">{nameOf(id)}</b> has left, and what they scheduled will not be sent unless
            somebody takes it over.
          </p>
          <Button look="primary" onClick={() => setLeaver(id)}>
            Hand over…
          </Button>
        </section>
      ))}
      {kind === 'repeating' ? (
        <OthersSeries authorId={authorId || null} nameOf={nameOf} />
      ) : others.error && !others.items ? (
        <ErrorPanel
          title="The list could not be loaded"
          reason={failureWords(others.error)}
          onRetry={() => void others.refresh()}
        />
      ) : !others.items ? (
        <SkeletonRows rows={4} label="Loading what waits" />
      ) : others.items.length === 0 ? (
        <EmptyState icon={<Users size={28} aria-hidden />} title="Nothing waits">
          {authorId ? 'This person has nothing scheduled.' : 'Nobody in this workspace has anything scheduled.'}
        </EmptyState>
      ) : (
        <ol aria-label="Scheduled by everybody" className="flex flex-col gap-6">
          {groups.map(({ day, items }) => (
            <li key={day}>
              <h2 className="mb-2 text-small font-medium text-muted tabular-nums">
                {dayHeading((items[0]?.sendAt ?? 0) * 1000, zone, now_ms)}
              </h2>
              <ul className="flex flex-col gap-2.5">
                {items.map((item) => (
                  <li key={item.id}>
                    <OthersRow
                      item={item}
                      author={nameOf(item.authorId)}
                      mayRead={others.policy?.mayRead ?? false}
                      onChanged={() => void others.refresh()}
                    />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
      {kind === 'messages' && others.more && (
        <Button look="quiet" className="mt-4 w-full text-muted" onClick={others.loadMore}>
          Show more
        </Button>
      )}
      {leaver && (
        <HandOverDialog
          from={{ id: leaver, name: nameOf(leaver) }}
          people={people.filter(mayInherit)}
          onClose={() => setLeaver(null)}
          onDone={() => void others.refresh()}
        />
      )}
    </div>
  )
}
