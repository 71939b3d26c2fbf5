'use client'
import { CalendarClock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ConversationId, MessageId } from '#server/domain/ids.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { Queries } from '#app/_client/react/queries.tsx'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { lazyPart } from '#app/_ui/lazy-part.tsx'
import type { MenuPlace } from '#app/_ui/menu-button.tsx'
import { MenuItem, MenuNote, MenuPopup, MenuSeparator } from '#app/_ui/menu.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay, zoneName, zoneOffset } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { useTick } from '#app/_ui/use-tick.ts'
import { lastCustomTime, rememberCustomTime } from './last-custom-time.ts'
import { leaveTime, leftTime } from './left-time.ts'
import { AroundTime } from './around-time.tsx'
import { NO_CONDITIONS, type Conditions } from './conditions.ts'
import { nextMorning, presetsAt, rulesInForce, type When } from './presets.ts'
import { wordsOf, type Refusal } from './refusal.ts'
import { BelongsToBox } from './belongs-to-box.tsx'
import { TheirMornings } from './their-mornings.tsx'
import type { Scheduling } from './schedule-button.tsx'
import { ScheduleDialog } from './lazy-schedule-dialog.tsx'
import { useKeepDraft } from './use-keep-draft.ts'
import { useScheduleNew } from './use-schedule-new.ts'
import { useScheduleRepeat } from './use-schedule-repeat.ts'
import { useTheirZone } from './use-their-zone.ts'

const RepeatFields = lazyPart(() => import('./repeat-fields.tsx').then((m) => m.RepeatFields))

type Props = Scheduling & {
  place: MenuPlace
  /** The dialog for a time of one's own is open. */
  choosing: boolean
  onChoosing: (choosing: boolean) => void
}

/** What opens at the half of the Send button that sends later: ready-made times, and the dialog for any other. */
export const ScheduleMenu = (props: Props) => (
  <Queries>
    <MenuAndDialog {...props} />
  </Queries>
)

function MenuAndDialog({
  conversationId,
  name,
  reply,
  text,
  files,
  sendable,
  clear,
  restore,
  field,
  ...opened
}: Props) {
  const { place, choosing, onChoosing } = opened
  const openings = useOpenings(place.open)
  const { me, horizon_s } = useWorkspace()
  const zone = parseZone(useTimeStyle().zone)
  const writtenIn = reply?.threadRootId ?? conversationId
  const [conditions, setConditions] = useState(NO_CONDITIONS)
  const theirs = useTheirZone(conversationId)
  const toast = useToast()
  useEffect(() => {
    // Sent or scheduled: the time belonged to what was written. Looked at again when the dialog has closed and left it.
    if (!sendable) leaveTime(writtenIn, null)
  }, [writtenIn, sendable, choosing])
  const schedule = useScheduleNew({ conversationId, name, reply, restore })
  const repeating = useScheduleRepeat({ conversationId, name, reply, restore })

  const submit = async (
    when: When,
    { again = null, under = NO_CONDITIONS }: { again?: typeof repeating.schedule | null; under?: Conditions } = {},
  ): Promise<Refusal | null> => {
    const series = again ? await again(text, when, under, files) : undefined
    const refusal = series === undefined ? await schedule(text, when, under, files) : series
    if (refusal === null) {
      clear()
      field.current?.focus()
    }
    return refusal
  }
  const submitCustom = (when: When) => {
    rememberCustomTime(me.memberId, when)
    return submit(when, { again: repeating.schedule, under: conditions })
  }
  const close = () => {
    // How this message repeats and what it depends on is not meant for the next one.
    repeating.reset()
    setConditions(NO_CONDITIONS)
    onChoosing(false)
  }
  // A draft remembers a time, not a rule.
  const repeats = repeating.repeat.how !== 'never'
  const keepDraft = useKeepDraft({ conversationId, name, reply })
  const keep = async (when: When): Promise<string | null> => {
    const refusal = await keepDraft(text, when, conditions, files)
    if (refusal === null) {
      clear()
      field.current?.focus()
    }
    return refusal
  }
  const submitAtOnce = async (when: When) => {
    const refusal = await submit(when)
    if (refusal !== null) toast({ tone: 'danger', text: wordsOf(refusal) })
  }
  return (
    <>
      <MenuPopup place={place}>
        <Times
          key={openings}
          conversationId={conversationId}
          onPick={(when) => void submitAtOnce(when)}
          onCustom={() => onChoosing(true)}
        />
      </MenuPopup>
      {choosing && (
        <ScheduleDialog
          title="Schedule message"
          description={
            <>
              To {name}
              {files.length > 0 && `, with ${files.map((file) => file.name).join(', ')}`}
            </>
          }
          submitLabel="Schedule"
          initial={leftTime(writtenIn, serverNow()) ?? nextMorning(serverNow(), zone)}
          horizon_s={horizon_s}
          theirs={theirs}
          repeats={repeats}
          onClose={close}
          onSubmit={submitCustom}
          {...(repeats ? {} : { secondary: { label: 'Keep as draft', onSubmit: keep } })}
          finalFocus={field}
          ready={repeating.ready}
          extras={(chosen) => (
            <>
              <LeaveTime writtenIn={writtenIn} when={chosen.when} />
              <RepeatFields repeat={repeating.repeat} onChange={repeating.setRepeat} when={chosen.when}>
                <BelongsToBox
                  conversationId={conversationId}
                  value={repeating.belongsTo}
                  onChange={repeating.setBelongsTo}
                />
              </RepeatFields>
              <AroundTime
                conversationId={conversationId}
                conditions={conditions}
                repeats={repeats}
                onConditions={setConditions}
                chosen={chosen}
              />
            </>
          )}
        />
      )}
    </>
  )
}

/** How often it was opened: again while it still fades out is anew, with what has passed meanwhile gone. */
function useOpenings(open: boolean): number {
  const [seen, setSeen] = useState({ open, count: 0 })
  if (seen.open !== open) setSeen({ open, count: seen.count + Number(open) })
  return seen.count
}

/** Closed without confirming, the dialog leaves its time behind. */
function LeaveTime({ writtenIn, when }: { writtenIn: ConversationId | MessageId; when: When | null }) {
  const latest = useRef(when)
  latest.current = when
  useEffect(() => () => leaveTime(writtenIn, latest.current), [writtenIn])
  return null
}

type TimesProps = { conversationId: ConversationId; onPick: (when: When) => void; onCustom: () => void }

/** Worked out only while the menu is open, not with every key that is typed. */
function Times({ conversationId, onPick, onCustom }: TimesProps) {
  const workspace = useWorkspace()
  const { me } = workspace
  const { zone: zoneText, hour12 } = useTimeStyle()
  const zone = parseZone(zoneText)
  const now_ms = useTick(serverNow, 60_000)
  const style = { zone, hour12 }
  const presets = presetsAt(rulesInForce(workspace), now_ms, style)
  const last = lastCustomTime(me.memberId, now_ms)
  return (
    <>
      <MenuNote>
        Times are in {zone.replaceAll('_', ' ')} ({zoneOffset(now_ms, zone)})
      </MenuNote>
      {presets.map((preset, index) => (
        <MenuItem
          key={preset.sendAt}
          digit={index < KEYS ? index + 1 : undefined}
          onSelect={() => onPick(preset)}
          aside={shortDay(preset.sendAt * 1000, zone, now_ms)}
        >
          {preset.label}
        </MenuItem>
      ))}
      <TheirMornings conversationId={conversationId} now_ms={now_ms} onSelect={onPick} />
      {last && (
        <MenuItem onSelect={() => onPick(last)} aside={shortDay(last.sendAt * 1000, last.zone, now_ms)}>
          Last used: {clockTime(last.sendAt * 1000, { ...style, zone: last.zone })}{' '}
          {zoneName(last.sendAt * 1000, last.zone)}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<CalendarClock size={16} aria-hidden />} onSelect={onCustom}>
        Custom time…
      </MenuItem>
    </>
  )
}

/** So many of the ready-made times have a key. */
const KEYS = 4
