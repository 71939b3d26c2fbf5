'use client'
import { CalendarCheck, Clock, SquarePen, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { filesOf } from '#server/domain/files/attached-file.ts'
import { NO_GUARDS } from '#server/domain/scheduled-message/guards.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import type { PlannedDraftView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames, useConversationPaths } from '#app/_client/react/conversation-names.ts'
import { useNames } from '#app/_client/react/use-names.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { AppLink } from '#app/_ui/app-link.tsx'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { TextArea } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { distance } from '#app/_ui/span-text.ts'
import { moment } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { useTick } from '#app/_ui/use-tick.ts'
import { AroundTime } from './around-time.tsx'
import { ConditionChips } from './condition-chips.tsx'
import { conditionsOf } from './conditions.ts'
import { EditFiles } from './edit-files.tsx'
import { nextMorning, type When } from './presets.ts'
import { RowFiles } from './row-files.tsx'
import { ScheduleDialog } from './lazy-schedule-dialog.tsx'
import { useDraftActions } from './use-draft-actions.ts'

const ACTION = 'gap-1.5 px-2 text-small text-muted hover:text-ink disabled:opacity-50'

/** A draft that remembers a time: it says that nothing is armed, and arms with one press. */
export function PlannedDraftCard({ draft }: { draft: PlannedDraftView }) {
  const name = useConversationNames()(draft.conversationId)
  const href = useConversationPaths()(draft.conversationId)
  const { hour12 } = useTimeStyle()
  const now_ms = useTick(serverNow, 1000)
  const drafts = useDraftActions()
  const toast = useToast()
  const shown = useShownText()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  const at_ms = draft.sendAt * 1000
  const when = moment(at_ms, { zone: draft.zone, hour12 }, now_ms)
  const past = at_ms <= now_ms
  const arm = async () => {
    const outcome = await drafts.arm(draft.id)
    if (!outcome) return
    toast(
      'refused' in outcome
        ? { tone: 'danger', text: outcome.refused }
        : { text: `Message to ${name} scheduled for ${when}` },
    )
  }
  const remove = async () => {
    const outcome = await drafts.remove(draft.id)
    if (outcome && 'refused' in outcome) setRefused(outcome.refused)
    else setOpen(null)
  }
  return (
    <article
      aria-label={`Draft to ${name}, remembers ${when}`}
      data-row
      tabIndex={-1}
      className="rounded-large border border-dashed border-edge bg-surface px-4 py-3 sm:px-5"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5">
        <p className="min-w-0 truncate text-muted">
          To{' '}
          <AppLink href={href} className="font-semibold text-ink hover:underline">
            <bdi>{name}</bdi>
          </AppLink>
        </p>
        <time dateTime={new Date(at_ms).toISOString()} className="time font-semibold">
          {when}
        </time>
      </header>
      <p dir="auto" className="mt-1 line-clamp-4 wrap-anywhere whitespace-pre-wrap">
        {shown(draft.text)}
      </p>
      <RowFiles payload={draft.payload} />
      <p className="mt-1 flex items-center gap-1.5 text-small text-muted tabular-nums">
        <Clock size={14} aria-hidden className="shrink-0" />
        {past
          ? `This time has passed (${distance(now_ms, at_ms)}). Nothing was sent; choose another one.`
          : `Not scheduled: nobody sends it until you schedule it. Its time comes ${distance(now_ms, at_ms)}.`}
      </p>
      <ConditionChips scheduled={{ ...draft, guards: draft.guards ?? NO_GUARDS }} />
      <div className="-mx-2 mt-1.5 flex flex-wrap items-center">
        <Button look="quiet" disabled={past} onClick={() => void arm()} className={ACTION}>
          <CalendarCheck size={15} aria-hidden />
          Schedule for then
        </Button>
        <Button look="quiet" data-command="edit" onClick={() => setOpen('edit')} className={ACTION}>
          <SquarePen size={15} aria-hidden />
          Edit text and time
        </Button>
        <Button look="quiet" data-command="cancel" onClick={() => setOpen('delete')} className={ACTION}>
          <Trash2 size={15} aria-hidden />
          Delete draft
        </Button>
      </div>
      {open === 'edit' && <EditDraftDialog draft={draft} name={name} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={open === 'delete'}
        onClose={() => setOpen(null)}
        title="Delete this draft?"
        description={`Its text to ${name} is gone then. Nothing was scheduled.`}
        confirmLabel="Delete draft"
        look="danger"
        error={refused}
        onConfirm={() => void remove()}
      />
    </article>
  )
}

function EditDraftDialog({ draft, name, onClose }: { draft: PlannedDraftView; name: string; onClose: () => void }) {
  const { horizon_s } = useWorkspace()
  const { hour12 } = useTimeStyle()
  const drafts = useDraftActions()
  const toast = useToast()
  const names = useNames()
  const [text, setText] = useState(draft.text)
  const [files, setFiles] = useState(() => filesOf(draft.payload).filter(({ gone }) => !gone))
  const [uploading, setUploading] = useState(false)
  // Saved and then refused: the next try goes on from what is saved.
  const [saved, setSaved] = useState(draft)
  const [conditions, setConditions] = useState(() => conditionsOf({ ...draft, guards: draft.guards ?? NO_GUARDS }))
  const { zone: zoneText, wallClock, sendAt } = draft
  const zone = parseZone(zoneText)
  const save = async (when: When): Promise<string | null> => {
    if (text.trim() === '' && files.length === 0) return 'There is no text yet. Write something first.'
    const outcome = await drafts.change(saved, { text, fileIds: files.map((file) => file.id) }, when, conditions)
    if (!outcome) return 'The previous change is still on its way.'
    if ('refused' in outcome) return outcome.refused
    setSaved(outcome.done)
    return null
  }
  const keep = async (when: When): Promise<string | null> => {
    const refusal = await save(when)
    if (refusal === null) toast({ text: `Draft to ${name} kept.` })
    return refusal
  }
  const schedule = async (when: When): Promise<string | null> => {
    const refusal = await save(when)
    if (refusal !== null) return refusal
    const outcome = await drafts.arm(draft.id)
    if (!outcome) return 'The previous change is still on its way.'
    if ('refused' in outcome) return outcome.refused
    toast({
      text: `Message to ${name} scheduled for ${moment(when.sendAt * 1000, { zone: when.zone, hour12 }, serverNow())}`,
    })
    return null
  }
  return (
    <ScheduleDialog
      title="Edit draft"
      description={<>To {name}</>}
      submitLabel="Schedule"
      secondary={{ label: 'Keep as draft', onSubmit: keep }}
      initial={sendAt * 1000 > serverNow() ? { wallClock, zone, sendAt } : nextMorning(serverNow(), zone)}
      horizon_s={horizon_s}
      ready={!uploading}
      onClose={onClose}
      onSubmit={schedule}
      extras={(chosen) => (
        <AroundTime
          conversationId={draft.conversationId}
          conditions={conditions}
          onConditions={setConditions}
          chosen={chosen}
        />
      )}
    >
      <TextArea
        label="Text"
        dir="auto"
        rows={4}
        value={names.toField(text)}
        onChange={(event) => setText(names.toStored(event.target.value))}
      />
      <EditFiles place={`draft:${draft.id}`} files={files} onChange={setFiles} onBusy={setUploading} />
    </ScheduleDialog>
  )
}
