'use client'
import { CalendarClock, ChevronDown } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, type RefObject } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { serverNow } from '#app/_client/server-clock.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { buttonLook } from '#app/_ui/button.tsx'
import { classNames } from '#app/_ui/class-names.ts'
import { isScheduleChord } from '#app/_ui/keys.ts'
import { Menu, MenuItem, MenuNote, MenuSeparator } from '#app/_ui/menu.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockTime, shortDay, zoneName, zoneOffset } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { useTick } from '#app/_ui/use-tick.ts'
import { lastCustomTime, rememberCustomTime } from './last-custom-time.ts'
import { AroundTime } from './around-time.tsx'
import { NO_CONDITIONS, type Conditions } from './conditions.ts'
import { nextMorning, presetsAt, type When } from './presets.ts'
import { BelongsToBox } from './belongs-to-box.tsx'
import { TheirMornings } from './their-mornings.tsx'
import { useScheduleNew } from './use-schedule-new.ts'
import { useScheduleRepeat } from './use-schedule-repeat.ts'

/** Loaded when first wanted: most visits schedule nothing. */
const ScheduleDialog = lazy(() => import('./schedule-dialog.tsx').then((m) => ({ default: m.ScheduleDialog })))

const RepeatFields = lazy(() => import('./repeat-fields.tsx').then((m) => ({ default: m.RepeatFields })))

type Props = {
  conversationId: ConversationId
  name: string
  /** Empty: nothing to schedule yet. */
  text: string
  /** Called once the text is safe on the server. */
  clear: () => void
  restore: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** The half of the Send button that sends later. */
export function ScheduleMenu({ conversationId, name, text, clear, restore, field }: Props) {
  const { me, horizon_s } = useWorkspace()
  const { zone: zoneText, hour12 } = useTimeStyle()
  const zone = parseZone(zoneText)
  const now_ms = useTick(serverNow, 60_000)
  const [choosing, setChoosing] = useState(false)
  const [conditions, setConditions] = useState(NO_CONDITIONS)
  const toast = useToast()
  const schedule = useScheduleNew({ conversationId, name, restore })
  const repeating = useScheduleRepeat({ conversationId, name, restore })
  const style = { zone, hour12 }

  const submit = async (
    when: When,
    { again = null, under = NO_CONDITIONS }: { again?: typeof repeating.schedule | null; under?: Conditions } = {},
  ): Promise<string | null> => {
    const series = again ? await again(text, when) : undefined
    const refusal = series === undefined ? await schedule(text, when, under) : series
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
  const open = () => {
    // How the message before repeated and what it depended on is not meant for this one.
    repeating.reset()
    setConditions(NO_CONDITIONS)
    setChoosing(true)
  }
  const submitAtOnce = async (when: When) => {
    const refusal = await submit(when)
    if (refusal !== null) toast({ tone: 'danger', text: refusal })
  }
  useScheduleChord(field, text !== '', open)
  const presets = presetsAt(now_ms, zone, clockTime(NINE_MS, { zone: 'UTC', hour12 }))
  const last = lastCustomTime(me.memberId, now_ms)
  const trigger = (
    <button
      type="button"
      aria-label="Schedule for later"
      className={classNames(buttonLook('primary'), 'ml-px min-w-(--touch) rounded-l-none px-0')}
    >
      <ChevronDown size={16} aria-hidden />
    </button>
  )
  return (
    <>
      <Menu trigger={trigger} label="Schedule for later" side="top" disabled={text === ''}>
        <MenuNote>
          Times are in {zone.replaceAll('_', ' ')} ({zoneOffset(now_ms, zone)})
        </MenuNote>
        {presets.map((preset) => (
          <MenuItem
            key={preset.wallClock}
            onSelect={() => void submitAtOnce(preset)}
            aside={shortDay(preset.sendAt * 1000, zone, now_ms)}
          >
            {preset.label}
          </MenuItem>
        ))}
        <TheirMornings conversationId={conversationId} now_ms={now_ms} onSelect={(when) => void submitAtOnce(when)} />
        {last && (
          <MenuItem onSelect={() => void submitAtOnce(last)} aside={shortDay(last.sendAt * 1000, last.zone, now_ms)}>
            Last used: {clockTime(last.sendAt * 1000, { ...style, zone: last.zone })}{' '}
            {zoneName(last.sendAt * 1000, last.zone)}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<CalendarClock size={16} aria-hidden />} onSelect={open}>
          Custom time…
        </MenuItem>
      </Menu>
      {choosing && (
        <Suspense>
          <ScheduleDialog
            title="Schedule message"
            description={<>To {name}</>}
            submitLabel="Schedule"
            initial={nextMorning(serverNow(), zone)}
            horizon_s={horizon_s}
            onClose={() => setChoosing(false)}
            onSubmit={submitCustom}
            finalFocus={field}
            ready={repeating.ready}
            extras={(chosen) => (
              <Suspense>
                <RepeatFields repeat={repeating.repeat} onChange={repeating.setRepeat} when={chosen.when}>
                  <BelongsToBox
                    conversationId={conversationId}
                    value={repeating.belongsTo}
                    onChange={repeating.setBelongsTo}
                  />
                </RepeatFields>
                <AroundTime
                  conversationId={conversationId}
                  // Each message of a series is stored long before anybody could reply to it.
                  conditions={repeating.repeat.how === 'never' ? conditions : null}
                  onConditions={setConditions}
                  chosen={chosen}
                />
              </Suspense>
            )}
          />
        </Suspense>
      )}
    </>
  )
}

/** The chord opens the dialog from the message field, which would take it for a new line. */
function useScheduleChord(field: RefObject<HTMLElement | null>, enabled: boolean, open: () => void): void {
  useEffect(() => {
    const el = field.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isScheduleChord(event)) return
      event.preventDefault()
      if (enabled) open()
    }
    el?.addEventListener('keydown', onKeyDown)
    return () => el?.removeEventListener('keydown', onKeyDown)
  })
}

const NINE_MS = 9 * 3_600_000
