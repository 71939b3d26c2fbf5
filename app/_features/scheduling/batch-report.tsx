'use client'
import { ChevronDown, X } from 'lucide-react'
import { useState } from 'react'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { Button } from '#app/_ui/button.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import type { BatchLine, BatchReport } from './use-batch.ts'

type Props = {
  report: BatchReport
  busy: boolean
  onUndo: (lines: readonly BatchLine[]) => void
  onDismiss: () => void
}

/** What became of a step for many: in short, and of each; what was done can be taken back, one by one or all. */
export function BatchReportPanel({ report, busy, onUndo, onDismiss }: Props) {
  const refused = report.lines.filter((line) => line.refused !== null && line.after === null)
  const [open, setOpen] = useState(refused.length > 0)
  const done = report.lines.filter((line) => line.after !== null && !line.undone)
  const undone = report.lines.filter((line) => line.undone).length
  return (
    <section
      aria-label="What was done"
      data-report
      tabIndex={-1}
      className="mb-4 rounded-large border border-line bg-raised px-4 py-2 shadow-float"
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <p role="status" className="mr-auto py-1 tabular-nums">
          {summary(report.did, done.length, undone)}
          {refused.length > 0 && <b className="font-semibold text-danger"> {refused.length} could not be changed.</b>}
        </p>
        {done.length > 0 && (
          <Button look="quiet" busy={busy} className="px-2.5 font-semibold text-brass" onClick={() => onUndo(done)}>
            {done.length === 1 ? 'Undo' : 'Undo all'}
          </Button>
        )}
        <Button look="quiet" className="px-2.5" aria-expanded={open} onClick={() => setOpen(!open)}>
          Details <ChevronDown size={16} aria-hidden className={open ? 'rotate-180' : ''} />
        </Button>
        <IconButton label="Dismiss" onClick={onDismiss}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {open && (
        <ul aria-label="Of each message" className="scroll-calm max-h-72 divide-y divide-line border-t border-line">
          {report.lines.map((line) => (
            <Line key={line.before.id} did={report.did} line={line} busy={busy} onUndo={() => onUndo([line])} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Line({
  did,
  line: { before, after, refused, undone },
  busy,
  onUndo,
}: {
  did: BatchReport['did']
  line: BatchLine
  busy: boolean
  onUndo: () => void
}) {
  const name = useConversationNames()(before.conversationId)
  const shown = useShownText()
  const { hour12 } = useTimeStyle()
  const at = (sendAt: number, zone: string) => moment(sendAt * 1000, { zone, hour12 }, serverNow())
  return (
    <li className="flex flex-wrap items-center gap-x-3 py-1.5 text-small tabular-nums">
      <span className="min-w-40 flex-1">
        <span className="block truncate">
          <span className="font-medium">{name}</span> <bdi className="text-muted">{shown(before.text)}</bdi>
        </span>
        {undone
          ? `As before: ${at(before.sendAt, before.zone)}`
          : after === null
            ? at(before.sendAt, before.zone)
            : did === 'canceled'
              ? 'Canceled'
              : `${at(before.sendAt, before.zone)} → ${at(after.sendAt, after.zone)}`}
        {refused && <span className="block text-danger">{refused}</span>}
      </span>
      {after && !undone && (
        <Button
          look="quiet"
          busy={busy}
          className="px-2.5 text-small text-brass"
          onClick={onUndo}
          aria-label={`Undo for the message to ${name}, ${at(before.sendAt, before.zone)}`}
        >
          Undo
        </Button>
      )}
    </li>
  )
}

function summary(did: BatchReport['did'], done: number, undone: number): string {
  const of = (n: number) => (n === 1 ? '1 message' : `${n} messages`)
  const words = done > 0 || undone === 0 ? `${of(done)} ${did === 'moved' ? 'rescheduled' : 'canceled'}.` : ''
  return undone > 0 ? `${words} ${of(undone)} put back.`.trim() : words
}
