'use client'
import type { MemberId } from '#server/domain/ids.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import type { Line } from './describe-event.ts'
import { DiffText } from './diff-text.tsx'

type Props = { title: string; actorId: MemberId | null; client: string; at_ms: number; lines: readonly Line[] }

/** One line of an audit trail: what, who, from which client, when, and the facts. */
export function EventLine({ title, actorId, client, at_ms, lines }: Props) {
  const style = useTimeStyle()
  const nameOf = useNameInTrail()
  const name = actorId === null ? 'Carillon' : nameOf(actorId)
  return (
    <li className="relative">
      <span
        aria-hidden
        className="absolute top-2 -left-[1.3125rem] size-2.5 rounded-full border-2 border-surface bg-brass"
      />
      <p className="font-medium">{title}</p>
      <p className="text-small text-muted tabular-nums">
        {/* It begins the line. */}
        {name.charAt(0).toUpperCase() + name.slice(1)}
        {clientWords(client)} ·{' '}
        <time dateTime={new Date(at_ms).toISOString()} className="time">
          {moment(at_ms, style, at_ms)}
        </time>
      </p>
      {lines.map((line) => (
        <DetailLine key={line.label + line.text} line={line} />
      ))}
    </li>
  )
}

/** A member's name as a trail tells it to its reader. */
export function useNameInTrail(): (id: unknown) => string {
  const { me } = useWorkspace()
  const members = useMembers()
  return (id) => (id === me.memberId ? 'you' : (members?.get(id as MemberId)?.displayName ?? 'a former member'))
}

const DetailLine = ({ line }: { line: Line }) => (
  <div className="mt-1.5">
    <span className="text-small text-muted">{line.label} </span>
    {line.isText ? (
      <blockquote
        dir="auto"
        className={classNames(
          'mt-0.5 rounded-small border border-line bg-raised px-2.5 py-1.5 wrap-anywhere whitespace-pre-wrap',
          !line.diff && 'line-clamp-6',
        )}
      >
        {line.diff ? <DiffText parts={line.diff} /> : line.text}
      </blockquote>
    ) : (
      <span className="tabular-nums">{line.text}</span>
    )}
  </div>
)

function clientWords(client: string): string {
  if (client === 'web') return ', in the browser'
  if (client.startsWith('slack:')) return `, through the API (${client.slice(6)})`
  return client === '' || client === 'system' ? '' : `, through ${client}`
}
