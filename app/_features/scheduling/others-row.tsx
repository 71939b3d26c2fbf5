'use client'
import { CalendarClock, Eye, X } from 'lucide-react'
import { useState } from 'react'
import type { FailReason } from '#server/domain/scheduled-message/state.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import { epochSeconds } from '#server/domain/time/units.ts'
import type { OthersScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { distance } from '#app/_ui/span-text.ts'
import { moment } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { useTick } from '#app/_ui/use-tick.ts'
import { othersPlace } from './others-place.ts'
import type { When } from './presets.ts'
import { ScheduleDialog } from './lazy-schedule-dialog.tsx'

const ACTION = 'gap-1.5 px-2 text-small text-muted hover:text-ink disabled:opacity-50'

type Props = { item: OthersScheduledView; author: string; mayRead: boolean; onChanged: () => void }

/** One message of somebody else: who, where, when and how it stands; its text only where the workspace allows it. */
export function OthersRow({ item, author, mayRead, onChanged }: Props) {
  const { workspaceId, horizon_s } = useWorkspace()
  const style = useTimeStyle()
  const nameOf = useConversationNames()
  const shown = useShownText()
  const now_ms = useTick(serverNow, 60_000)
  const toast = useToast()
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const [text, setText] = useState<string | null>(null)
  const { id, conversation, sendAt, zone, status, version, failReason, canManage } = item
  const place = othersPlace(conversation, nameOf)
  const planned = moment(sendAt * 1000, { ...style, zone }, now_ms)

  const cancel = async () => {
    setBusy(true)
    try {
      await trpc.othersScheduled.cancel.mutate({ workspaceId, id })
      toast({ text: `The message of ${author} is canceled. They are told.` })
      setOpen(null)
    } catch (error) {
      setRefused(failureWords(error))
    }
    setBusy(false)
    onChanged()
  }
  const move = async (when: When): Promise<string | null> => {
    try {
      await trpc.othersScheduled.move.mutate({ workspaceId, id, version, ...when })
      toast({
        text: `The message of ${author} is rescheduled for ${moment(when.sendAt * 1000, { ...style, zone: when.zone }, serverNow())}. They are told.`,
      })
      return null
    } catch (error) {
      return failureWords(error)
    } finally {
      onChanged()
    }
  }
  const read = async () => {
    setBusy(true)
    try {
      setText((await trpc.othersScheduled.readText.mutate({ workspaceId, id })).text)
    } catch (error) {
      toast({ tone: 'danger', text: failureWords(error) })
    }
    setBusy(false)
  }
  return (
    <article
      aria-label={`Message of ${author} to ${place}, ${planned}`}
      className="rounded-large border border-line bg-surface px-4 py-3 sm:px-5"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 truncate text-muted">
          <bdi className="font-semibold text-ink">{author}</bdi> to <bdi>{place}</bdi>
        </p>
        <time dateTime={new Date(sendAt * 1000).toISOString()} className="time font-semibold">
          {planned}
        </time>
      </header>
      <p className="mt-1 text-small text-muted tabular-nums">
        {status === 'FAILED' ? (
          <span className="text-danger">Not sent. {failReason && LEFT_WORDS[failReason]}</span>
        ) : status === 'DISPATCHING' ? (
          'Being sent…'
        ) : (
          `Scheduled, due ${distance(now_ms, sendAt * 1000)}`
        )}
        {item.repeats && ' · repeats'}
      </p>
      {text !== null && (
        <blockquote
          dir="auto"
          className="mt-2 rounded-small border border-line bg-raised px-2.5 py-1.5 wrap-anywhere whitespace-pre-wrap"
        >
          {shown(text) || 'It has no text of its own.'}
        </blockquote>
      )}
      <div className="-mx-2 mt-1.5 flex flex-wrap items-center">
        <Button look="quiet" disabled={!canManage} onClick={() => setOpen('move')} className={ACTION}>
          <CalendarClock size={15} aria-hidden />
          Reschedule
        </Button>
        <Button look="quiet" disabled={!canManage} onClick={() => setOpen('cancel')} className={ACTION}>
          <X size={15} aria-hidden />
          Cancel message
        </Button>
        {mayRead && text === null && (
          <Button look="quiet" busy={busy} onClick={() => void read()} className={ACTION}>
            <Eye size={15} aria-hidden />
            Read text (is recorded)
          </Button>
        )}
      </div>
      {open === 'move' && (
        <ScheduleDialog
          title="Reschedule message"
          description={
            <>
              Of {author}, to {place}. They are told.
            </>
          }
          submitLabel="Reschedule"
          initial={{ wallClock: wallClockAt(epochSeconds(sendAt), parseZone(zone)), zone: parseZone(zone), sendAt }}
          horizon_s={horizon_s}
          onClose={() => setOpen(null)}
          onSubmit={move}
        />
      )}
      <ConfirmDialog
        open={open === 'cancel'}
        onClose={() => setOpen(null)}
        title={`Cancel this message of ${author}?`}
        description="It is not sent. They are told, and keep the text under Canceled."
        confirmLabel="Cancel message"
        look="danger"
        busy={busy}
        error={refused}
        onConfirm={() => void cancel()}
      />
    </article>
  )
}

/** As somebody else reads it. */
const LEFT_WORDS: Partial<Record<FailReason, string>> = {
  author_deactivated: 'Its author had left when it was due.',
  author_left_workspace: 'Its author was not in the workspace when it was due.',
}
