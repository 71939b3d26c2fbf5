'use client'
import { useState, type FormEvent } from 'react'
import { SHIFT_UNITS, type ShiftUnit } from '#server/domain/time/move-wall-clock.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { useConversationNames } from '#app/_client/react/conversation-names.ts'
import { useShownText } from '#app/_client/react/use-shown-text.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { serverNow } from '#app/_client/server-clock.ts'
import { Button } from '#app/_ui/button.tsx'
import { Dialog } from '#app/_ui/dialog.tsx'
import { SelectField, TextField } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { dayKey, moment } from '#app/_ui/time-text.ts'
import { useTick } from '#app/_ui/use-tick.ts'
import { DayField } from '#app/_ui/day-field.tsx'
import { planMoves, type Move, type PlannedMove } from './plan-batch.ts'

type Props = {
  by: 'shift' | 'date'
  rows: ScheduledView[]
  busy: boolean
  onClose: () => void
  onMove: (plan: readonly PlannedMove[]) => Promise<unknown>
}

const DIALOG = {
  shift: { title: 'Shift by the clock', submit: 'Shift' },
  date: { title: 'Move to a date', submit: 'Move' },
}

/** Moves everything chosen by a length of time, or to one date, and shows before what each will be. */
export function MoveDialog({ by, rows, busy, onClose, onMove }: Props) {
  const { horizon_s } = useWorkspace()
  const { zone } = useTimeStyle()
  const now_ms = useTick(serverNow, 10_000)
  const [amount, setAmount] = useState('1')
  const [unit, setUnit] = useState<ShiftUnit>('hours')
  const [earlier, setEarlier] = useState(false)
  const [date, setDate] = useState(() => dayKey(serverNow() + 86_400_000, zone))
  const count = Number(amount)
  const move: Move | null =
    by === 'date'
      ? isDay(date)
        ? { to: 'date', date }
        : null
      : Number.isInteger(count) && count > 0 && count <= MOST
        ? { to: 'shift', by: { amount: earlier ? -count : count, unit } }
        : null
  const plan = move ? planMoves(rows, move, now_ms, horizon_s) : []
  const good = plan.filter(({ problem }) => problem === null).length
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!move) return
    // Read anew: the beat that drew the list may be almost a second old.
    await onMove(planMoves(rows, move, serverNow(), horizon_s))
    onClose()
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={DIALOG[by].title}
      description={
        by === 'shift'
          ? 'By what the clock on the wall shows, in the zone each was planned in.'
          : 'Each keeps its time of day, in the zone it was planned in.'
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {by === 'date' ? (
          <DayField
            label="Date"
            opens="inside"
            today={dayKey(now_ms, zone)}
            first={dayKey(now_ms, zone)}
            value={date}
            onChange={setDate}
            error={move ? null : 'Choose a date that is on the calendar.'}
          />
        ) : (
          <div className="grid grid-cols-3 gap-3">
            <TextField
              label="How many"
              type="number"
              inputMode="numeric"
              min={1}
              max={MOST}
              required
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
              error={move ? null : `A whole number from 1 to ${MOST}.`}
            />
            <SelectField label="Unit" value={unit} onChange={(e) => setUnit(unitOf(e.target.value))}>
              {SHIFT_UNITS.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </SelectField>
            <SelectField
              label="Direction"
              value={earlier ? 'earlier' : 'later'}
              onChange={(e) => setEarlier(e.target.value === 'earlier')}
            >
              <option value="later">later</option>
              <option value="earlier">earlier</option>
            </SelectField>
          </div>
        )}
        <Preview plan={plan} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" look="primary" busy={busy} disabled={good === 0}>
            {DIALOG[by].submit} {good === 1 ? '1 message' : `${good} messages`}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const MOST = 10_000
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))
const unitOf = (value: string): ShiftUnit => SHIFT_UNITS.find((each) => each === value) ?? 'hours'

function Preview({ plan }: { plan: readonly PlannedMove[] }) {
  const shown = useShownText()
  const nameOf = useConversationNames()
  const { hour12 } = useTimeStyle()
  return (
    <ul
      aria-label="What each will be"
      tabIndex={0}
      className="scroll-calm max-h-64 divide-y divide-line rounded-base border border-line bg-sunken"
    >
      {plan.map(({ scheduled, moved, problem }) => {
        const style = { zone: scheduled.zone, hour12 }
        return (
          <li key={scheduled.id} className="px-3 py-2 text-small tabular-nums">
            <span className="block truncate">
              <span className="font-medium">{nameOf(scheduled.conversationId)}</span>{' '}
              <bdi className="text-muted">{shown(scheduled.text)}</bdi>
            </span>
            <span className={problem === null ? '' : 'text-muted line-through'}>
              {moment(scheduled.sendAt * 1000, style, serverNow())}
              {moved && <> → {moment(moved.sendAt * 1000, style, serverNow())}</>}
            </span>
            {problem !== null && <span className="block text-danger">{PROBLEM_WORDS[problem]}</span>}
            {problem === null && moved && moved.kind !== 'exact' && (
              <span className="block text-warn">
                {moved.kind === 'gap'
                  ? 'The clock skips that time on that day: this is just past the jump.'
                  : 'The clock shows that time twice on that day: this is the one with the present offset.'}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const PROBLEM_WORDS: Record<NonNullable<PlannedMove['problem']>, string> = {
  past: 'That has passed: it stays as it is.',
  'too-far': 'That is further ahead than this workspace allows: it stays as it is.',
  same: 'That is where it is already.',
  'beyond-limit': 'It was not to be sent that late: it stays as it is.',
}
