'use client'
import { AlertTriangle, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { SeriesMark } from './series-mark.tsx'
import { LATE_AFTER_MS } from '#server/domain/scheduled-message/state.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { failWordsOf, LATE_WORDS } from '#app/_client/words.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { countdown, distance } from '#app/_ui/span-text.ts'
import { clockSeconds, moment, shortDay, zoneName, zoneOffset } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { ConditionChips } from './condition-chips.tsx'
import { RowFiles } from './row-files.tsx'

type Props = {
  scheduled: ScheduledView
  name: string
  href: string
  /** Hides the text while an editor stands in its place. */
  editor: ReactNode
  /** Stands before the name. */
  leading?: ReactNode
  actions: ReactNode
}

/** One scheduled message: when and where it goes, its text, and how it stands. */
export function ScheduledRow({ scheduled, name, href, editor, leading, actions }: Props) {
  const style = useTimeStyle()
  const shown = useShownText()
  const planned = moment(scheduled.sendAt * 1000, { ...style, zone: scheduled.zone }, serverNow())
  return (
    <article
      aria-label={`Message to ${name}, ${planned}`}
      data-row={scheduled.id}
      tabIndex={-1}
      className="rounded-large border border-line bg-surface px-4 py-3 sm:px-5"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <div className="flex min-w-0 items-baseline">
          {leading && <span className="self-center">{leading}</span>}
          <p className="min-w-0 truncate text-muted">
            To{' '}
            <AppLink href={href} className="font-semibold text-ink hover:underline">
              <bdi>{name}</bdi>
            </AppLink>
            {scheduled.threadRootId && ', in a thread'}
          </p>
        </div>
        <PlannedTime scheduled={scheduled} />
      </header>
      {editor ?? (
        <p dir="auto" className="mt-1 line-clamp-6 wrap-anywhere whitespace-pre-wrap">
          {shown(scheduled.text)}
        </p>
      )}
      {!editor && <RowFiles payload={scheduled.payload} />}
      {scheduled.seriesId && <SeriesMark seriesId={scheduled.seriesId} />}
      <Standing scheduled={scheduled} />
      <ConditionChips scheduled={scheduled} />
      <div className="-mx-2 mt-1.5 flex flex-wrap items-center">{actions}</div>
    </article>
  )
}

/** In the zone it was planned in; where the reader's clock shows something else, also that. */
function PlannedTime({ scheduled: { sendAt, zone } }: { scheduled: ScheduledView }) {
  const style = useTimeStyle()
  const at_ms = sendAt * 1000
  const elsewhere = zoneOffset(at_ms, zone) !== zoneOffset(at_ms, style.zone)
  return (
    <p className="flex flex-wrap items-baseline gap-x-2 sm:justify-end">
      <time dateTime={new Date(at_ms).toISOString()} className="time font-semibold">
        {elsewhere && `${shortDay(at_ms, zone, serverNow())} `}
        {clockSeconds(at_ms, { ...style, zone })} {zoneName(at_ms, zone)}
      </time>
      {elsewhere && (
        <span className="time text-small text-muted">
          {clockSeconds(at_ms, style)} {zoneName(at_ms, style.zone)} for you
        </span>
      )}
    </p>
  )
}

function Standing({ scheduled }: { scheduled: ScheduledView }) {
  switch (scheduled.status) {
    case 'SCHEDULED':
    case 'DISPATCHING':
      return <Waiting scheduled={scheduled} />
    case 'FAILED':
      return <Failure scheduled={scheduled} />
    case 'SENT':
      return <SentLine scheduled={scheduled} />
    case 'CANCELED':
      return <CanceledLine changedMs={scheduled.changedMs} />
  }
}

function Waiting({ scheduled }: { scheduled: ScheduledView }) {
  const style = useTimeStyle()
  // Far away, minutes are enough: hundreds of rows may stand here.
  const now_ms = useTick(serverNow, scheduled.sendAt * 1000 - serverNow() < 3_600_000 ? 1000 : 60_000)
  const left_ms = scheduled.sendAt * 1000 - now_ms
  const frozen = scheduled.editableUntil < scheduled.sendAt
  const until_ms = scheduled.editableUntil * 1000
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-small text-muted tabular-nums">
      {left_ms <= 0 || scheduled.status === 'DISPATCHING' ? (
        <span className="font-medium text-brass">Being sent…</span>
      ) : left_ms <= 60_000 ? (
        <span role="timer" className="font-semibold text-brass">
          Due in {countdown(left_ms)}
        </span>
      ) : (
        <span>{distance(now_ms, scheduled.sendAt * 1000)}</span>
      )}
      <span>
        {!frozen
          ? 'editable until it is sent'
          : now_ms < until_ms
            ? `editable until ${shortDay(until_ms, style.zone, now_ms)}, ${clockSeconds(until_ms, style)}`
            : 'no longer editable: this workspace closes changes shortly before'}
      </span>
    </p>
  )
}

function Failure({ scheduled }: { scheduled: ScheduledView }) {
  const words = failWordsOf(scheduled)
  return (
    <p className="mt-2 flex items-start gap-2 rounded-base bg-danger-soft px-3 py-2">
      <AlertTriangle size={16} aria-hidden className="mt-1 shrink-0 text-danger" />
      <span>
        <b className="font-semibold text-danger">Not sent.</b> {words.reason}{' '}
        <span className="text-muted">{words.remedy}</span>
      </span>
    </p>
  )
}

function SentLine({ scheduled }: { scheduled: ScheduledView }) {
  const style = useTimeStyle()
  const planned_ms = scheduled.sendAt * 1000
  const sent_ms = scheduled.sentAt_ms ?? planned_ms
  const late = sent_ms - planned_ms > LATE_AFTER_MS
  const sent = clockSeconds(sent_ms, { ...style, zone: scheduled.zone })
  if (!late) {
    return (
      <p className="mt-1 text-small text-muted tabular-nums">
        Sent {shortDay(sent_ms, scheduled.zone, serverNow())} at {sent}
      </p>
    )
  }
  return (
    <p className="mt-1 flex items-start gap-1.5 text-small text-warn tabular-nums">
      <Clock size={14} aria-hidden className="mt-1 shrink-0" />
      <span>
        sent late: planned {clockSeconds(planned_ms, { ...style, zone: scheduled.zone })}, sent {sent}
        {scheduled.lateCause && `, because ${LATE_WORDS[scheduled.lateCause]}`}
      </span>
    </p>
  )
}

function CanceledLine({ changedMs }: { changedMs: number }) {
  const style = useTimeStyle()
  return (
    <p className="mt-1 text-small text-muted tabular-nums">
      Canceled {moment(changedMs, style, serverNow())}. Nothing was sent.
    </p>
  )
}
