'use client'
import { useRef, useState } from 'react'
import { parseZone } from '#server/domain/time/zone.ts'
import { filesOf, type AttachedFile } from '#server/domain/files/attached-file.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useNames } from '#app/_client/react/use-names.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { errorWords } from '#app/_client/words.ts'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { TextArea } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { EditFiles } from './edit-files.tsx'
import { conflictWith } from './edit-conflict.ts'
import { AroundTime } from './around-time.tsx'
import { conditionsForAgain, conditionsOf, sameConditions, type Conditions } from './conditions.ts'
import { nextMorning, type When } from './presets.ts'
import { ScheduleDialog } from './lazy-schedule-dialog.tsx'
import { promisedWhen } from './promised-when.ts'
import type { Refusal } from './refusal.ts'
import { refusalOf, useScheduledActions } from './use-scheduled-actions.ts'
import { useTakeBack } from './use-take-back.ts'

type Common = { scheduled: ScheduledView; name: string; onClose: () => void }

/**
 * Moves the time, in the zone it was planned in. What becomes of the message meanwhile is told here at once; who has read
 * it may still use their own time.
 */
export function RescheduleDialog({ scheduled, name, current, onClose }: Common & { current: ScheduledView }) {
  const { horizon_s } = useWorkspace()
  const { hour12 } = useTimeStyle()
  const actions = useScheduledActions()
  const toast = useToast()
  const takeBack = useTakeBack()
  const [conditions, setConditions] = useState(() => conditionsOf(scheduled))
  const submit = async (when: When): Promise<Refusal | null> => {
    // What was not touched here stays as it is by now.
    const changed = sameConditions(conditions, conditionsOf(scheduled)) ? null : conditions
    const moved = when.sendAt !== current.sendAt || when.zone !== current.zone
    if (!moved && !changed) return null
    const asked = moved ? when : promisedWhen(current)
    const outcome = await actions.reschedule(scheduled.id, current.version, asked, changed)
    if (!outcome) return 'The previous change is still on its way.'
    if ('refused' in outcome)
      return outcome.code === 'edit_conflict'
        ? `${outcome.refused} To use your time all the same, press Reschedule again.`
        : refusalOf(outcome)
    toast({
      text: `Message to ${name} rescheduled for ${moment(outcome.done.sendAt * 1000, { zone: outcome.done.zone, hour12 }, serverNow())}`,
      // As it was when this was pressed: it may have been changed elsewhere while the dialog stood open.
      actions: [takeBack(current, outcome.done)],
    })
    return null
  }
  return (
    <ScheduleDialog
      title="Reschedule message"
      description={
        <>
          To {name}. It stays armed for its present time until you confirm.
          {scheduled.seriesDay && ' It repeats: this moves only this message.'}
        </>
      }
      submitLabel="Reschedule"
      initial={{ wallClock: scheduled.wallClock, zone: parseZone(scheduled.zone), sendAt: scheduled.sendAt }}
      horizon_s={horizon_s}
      onClose={onClose}
      onSubmit={submit}
      extras={(chosen) => (
        <AroundTime
          conversationId={scheduled.conversationId}
          conditions={conditions}
          onConditions={setConditions}
          chosen={chosen}
        />
      )}
    >
      <Meanwhile base={scheduled} current={current} />
    </ScheduleDialog>
  )
}

/** What has become of it since the dialog opened. */
function Meanwhile({ base, current }: { base: ScheduledView; current: ScheduledView }) {
  const style = useTimeStyle()
  const conflict = conflictWith(base, current, serverNow())
  if (!conflict) return null
  return (
    <p role="alert" className="rounded-base bg-warn-soft px-3.5 py-2.5">
      {errorWords(conflict)}
      {conflict === 'edit_conflict' &&
        ` It is now due ${moment(current.sendAt * 1000, { ...style, zone: current.zone }, serverNow())}. What you choose here replaces that.`}
    </p>
  )
}

type AgainProps = Common & {
  title: string
  text: string
  /** `retry`: the same failed message, once more. `new`: another one with this text. */
  as: 'retry' | 'new'
  /** As they were changed in the editor; default: those that it has. */
  files?: AttachedFile[] | undefined
  onDone?: () => void
}

/** Schedules a text that was not sent: with a new time, and mended if need be. */
export function ScheduleAgainDialog(props: AgainProps) {
  const { scheduled, name, onClose, title, text: firstText, as, files: changed, onDone } = props
  const { horizon_s } = useWorkspace()
  const { hour12 } = useTimeStyle()
  const actions = useScheduledActions()
  const toast = useToast()
  const names = useNames()
  const [text, setText] = useState(firstText)
  const [files, setFiles] = useState(() => changed ?? filesOf(scheduled.payload).filter(({ gone }) => !gone))
  const [uploading, setUploading] = useState(false)
  const token = useRef(crypto.randomUUID())
  const [conditions, setConditions] = useState<Conditions>(() => conditionsForAgain(scheduled))
  const submit = async (when: When): Promise<Refusal | null> => {
    if (text.trim() === '' && files.length === 0) return 'There is no text yet. Write something first.'
    const fileIds = files.map((file) => file.id)
    const { id, conversationId, threadRootId, alsoInChannel = false } = scheduled
    const draft = { conversationId, threadRootId, alsoInChannel, text, fileIds }
    const outcome =
      as === 'retry'
        ? await actions.retry(id, when, { text, fileIds }, conditions)
        : await actions.create(draft, when, token.current, conditions)
    if (!outcome) return 'The previous try is still on its way.'
    if ('refused' in outcome) {
      if (outcome.code !== null) token.current = crypto.randomUUID()
      return refusalOf(outcome)
    }
    toast({
      text: `Message to ${name} scheduled for ${moment(outcome.done.sendAt * 1000, { zone: outcome.done.zone, hour12 }, serverNow())}`,
    })
    onDone?.()
    return null
  }
  return (
    <ScheduleDialog
      title={title}
      description={<>To {name}</>}
      submitLabel="Schedule"
      initial={nextMorning(serverNow(), parseZone(scheduled.zone))}
      ready={!uploading}
      horizon_s={horizon_s}
      onClose={onClose}
      onSubmit={submit}
      extras={(chosen) => (
        <AroundTime
          conversationId={scheduled.conversationId}
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
      <EditFiles place={`again:${scheduled.id}`} files={files} onChange={setFiles} onBusy={setUploading} />
    </ScheduleDialog>
  )
}

export function SendNowDialog({ scheduled, name, onClose }: Common) {
  const style = useTimeStyle()
  const actions = useScheduledActions()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    const outcome = await actions.sendNow(scheduled.id)
    setBusy(false)
    if (!outcome) return
    if ('refused' in outcome) return setRefused(outcome.refused)
    onClose()
    if (outcome.done.status === 'SENT') toast({ text: `Sent to ${name}.` })
    else if (outcome.done.status === 'FAILED')
      toast({ tone: 'danger', text: 'It could not be sent. The reason stands with it under Failed.' })
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="Send this message now?"
      description={
        <>
          It goes to {name} right away instead of on{' '}
          {moment(scheduled.sendAt * 1000, { ...style, zone: scheduled.zone }, serverNow())}. This cannot be undone.
        </>
      }
      confirmLabel="Send now"
      cancelLabel="Keep it scheduled"
      busy={busy}
      error={refused}
      onConfirm={() => void confirm()}
    />
  )
}
