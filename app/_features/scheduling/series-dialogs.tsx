'use client'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { filesOf, type AttachedFile } from '#server/domain/files/attached-file.ts'
import type { MemberId } from '#server/domain/ids.ts'
import { formatRule } from '#server/domain/recurrence/rule.ts'
import { floorToSeconds, type EpochMillis } from '#server/domain/time/units.ts'
import { parseZone, wallClockAt } from '#server/domain/time/zone.ts'
import type { SeriesView } from '#server/protocol/series-view.ts'
import { useMembers } from '#app/_client/react/hooks.ts'
import { useNames } from '#app/_client/react/use-names.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { trpc } from '#app/_client/trpc.ts'
import { Button } from '#app/_ui/button.tsx'
import { ConfirmDialog } from '#app/_ui/confirm-dialog.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { SelectField, TextArea } from '#app/_ui/text-field.tsx'
import { shortDay } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { AroundTime } from './around-time.tsx'
import { BelongsToBox } from './belongs-to-box.tsx'
import { sameConditions, type Conditions } from './conditions.ts'
import { EditFiles } from './edit-files.tsx'
import type { When } from './presets.ts'
import { ANY_DATE, NO_REPEAT, repeatProblem, ruleOf, type Repeat } from './repeat.ts'
import { RepeatFields } from './repeat-fields.tsx'
import { ScheduleDialog } from './lazy-schedule-dialog.tsx'
import { besidesWords } from './series-words.ts'
import { useSeriesActions, type FollowingChange } from './use-series-actions.ts'

type Common = { series: SeriesView; name: string; onClose: () => void }

type FollowingProps = Common & {
  title?: string
  /** What the series is by now: a seen conflict can be overruled. */
  latest: SeriesView
  /** The day of the first one that changes, its text and files where they differ; default: the next. */
  from?: { day: string; text?: string; files?: AttachedFile[] }
  onDone?: () => void
}

/** Text, time and rule of everything from now on, or from a later one on. */
export function EditFollowingDialog(props: FollowingProps) {
  const { title = 'Edit all following', series, latest, name, from, onClose, onDone } = props
  const { horizon_s } = useWorkspace()
  const actions = useSeriesActions()
  const toast = useToast()
  const names = useNames()
  const [text, setText] = useState(from?.text ?? series.text ?? '')
  const [files, setFiles] = useState(from?.files)
  const [uploading, setUploading] = useState(false)
  const [repeat, setRepeat] = useState<Repeat>({ ...NO_REPEAT, how: 'keep' })
  const [belongsTo, setBelongsTo] = useState(series.belongsTo)
  const was: Conditions = { guards: series.guards, lateBy_s: series.lateBy_s }
  const [conditions, setConditions] = useState(was)
  const version = useRef(series.version)
  const [initial] = useState(() => firstOf(series, from?.day))
  const shownFiles = files ?? filesOf(series.payload).filter(({ gone }) => !gone)
  const day = from && shortDay(Date.parse(`${from.day}T12:00Z`), 'UTC', serverNow())

  const submit = async (when: When): Promise<string | null> => {
    if (text.trim() === '' && shownFiles.length === 0) return 'There is no text yet. Write something first.'
    const date = when.wallClock.slice(0, 10)
    const problem = repeatProblem(repeat, date)
    if (problem !== null) return problem
    const rule = ruleOf(repeat, date)
    const moved = when.wallClock !== initial.wallClock || when.zone !== initial.zone || rule !== null
    const change: FollowingChange = {
      ...(from ? { from: from.day } : {}),
      ...(text === series.text ? {} : { text }),
      ...(files && { fileIds: files.map(({ id }) => id) }),
      ...(rule === null ? {} : { rule: formatRule(rule) }),
      ...(moved ? when : {}),
      ...(belongsTo === series.belongsTo ? {} : { belongsTo }),
      ...(sameConditions(conditions, was) ? {} : conditions),
    }
    const outcome = await actions.edit({ id: series.id, version: version.current }, change)
    if (!outcome) return 'The previous change is still on its way.'
    if ('refused' in outcome) {
      if (latest.version === version.current) return outcome.refused
      version.current = latest.version
      return `${outcome.refused} To use your version all the same, press Save again.`
    }
    onDone?.()
    toast({ text: `Changed from ${day ?? 'now'} on.${besidesWords(outcome.done, 'replaced')}` })
    return null
  }
  return (
    <ScheduleDialog
      title={title}
      description={
        <>
          To {name}, beginning with {day ? `the one of ${day}; those before stay as they are` : 'the next one'}.
          Messages of it that wait already are replaced, also those you changed on their own.
        </>
      }
      submitLabel="Save"
      initial={initial}
      horizon_s={horizon_s}
      repeats
      onClose={onClose}
      onSubmit={submit}
      ready={!uploading && repeatProblem(repeat, ANY_DATE) === null}
      extras={(chosen) => (
        <>
          <RepeatFields repeat={repeat} onChange={setRepeat} when={chosen.when} kept={{ series, from: from?.day }}>
            <BelongsToBox conversationId={series.conversationId} value={belongsTo} onChange={setBelongsTo} />
          </RepeatFields>
          <AroundTime
            conversationId={series.conversationId}
            conditions={conditions}
            onConditions={setConditions}
            chosen={chosen}
            repeats
          />
        </>
      )}
    >
      <TextArea
        label="Text"
        dir="auto"
        rows={4}
        value={names.toField(text)}
        onChange={(event) => setText(names.toStored(event.target.value))}
      />
      <EditFiles place={`series:${series.id}`} files={shownFiles} onChange={setFiles} onBusy={setUploading} />
    </ScheduleDialog>
  )
}

/** What the time fields begin with: the one of that day as the rule has it, or the next one where that is past. */
function firstOf(series: SeriesView, day: string | undefined) {
  const zone = parseZone(series.zone)
  const next = series.nextWall ?? series.start
  const own = `${day}T${series.start.slice(11)}`
  const isToCome = day !== undefined && own > wallClockAt(floorToSeconds(serverNow() as EpochMillis), zone)
  return { wallClock: isToCome ? own : next, zone }
}

export function EndSeriesDialog({ series, name, onClose }: Common) {
  const actions = useSeriesActions()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    const outcome = await actions.end(series)
    setBusy(false)
    if (!outcome) return
    if ('refused' in outcome) return setRefused(outcome.refused)
    onClose()
    const late = outcome.done.tooLate.length > 0 ? ' One that is about to be sent could not be stopped.' : ''
    toast({ text: `Ended.${late}` })
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title="End this repeating message?"
      description={<>Nothing more of it goes to {name}. What was sent stays. This cannot be undone.</>}
      confirmLabel="End it"
      cancelLabel="Keep it"
      look="danger"
      busy={busy}
      error={refused}
      onConfirm={() => void confirm()}
    />
  )
}

/** Another member becomes its author: what comes is sent in their name. */
export function HandOverDialog({ series, name, onClose }: Common) {
  const actions = useSeriesActions()
  const toast = useToast()
  const people = usePeopleThere(series)
  const [memberId, setMemberId] = useState<MemberId | ''>('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (memberId === '' || busy) return
    setBusy(true)
    const outcome = await actions.handOver(series, memberId)
    setBusy(false)
    if (!outcome) return
    if ('refused' in outcome) return setRefused(outcome.refused)
    onClose()
    const whom = people.find(({ id }) => id === memberId)?.displayName ?? 'them'
    toast({ text: `Handed over to ${whom}.${besidesWords(outcome.done, 'replaced')}` })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Hand over"
      description={<>From now on the repeating message to {name} is theirs and is sent in their name. They are told.</>}
    >
      <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
        <SelectField
          label="To"
          value={memberId}
          onChange={(event) => setMemberId(event.target.value as MemberId)}
          hint="They must be able to post there."
        >
          <option value="">Choose somebody</option>
          {people.map(({ id, displayName }) => (
            <option key={id} value={id}>
              {displayName}
            </option>
          ))}
        </SelectField>
        {refused && (
          <p role="alert" className="text-danger">
            {refused}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" look="primary" busy={busy} disabled={memberId === ''}>
            Hand over
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Who is in that conversation; where one may not look into it, everyone, and the server says who cannot. */
function usePeopleThere({ conversationId, authorId }: SeriesView) {
  const { workspaceId } = useWorkspace()
  const members = useMembers()
  const { data } = useQuery({
    queryKey: ['conversation-members', workspaceId, conversationId],
    queryFn: () => trpc.conversations.members.query({ workspaceId, conversationId }),
    retry: false,
  })
  return [...(members?.values() ?? [])]
    .filter(({ id, deactivated, kind }) => id !== authorId && !deactivated && kind === 'person')
    .filter(({ id }) => !data || data.includes(id))
    .toSorted((a, b) => a.displayName.localeCompare(b.displayName))
}
