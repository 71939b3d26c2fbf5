'use client'
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { DEFAULT_PRESETS, MOST_PRESETS, type PresetRule } from '#server/domain/time/presets.ts'
import { useWorkspace, useWorkspaceRefresh } from '#app/_client/react/workspace-info.tsx'
import { trpc } from '#app/_client/trpc.ts'
import { failureWords } from '#app/_client/words.ts'
import { Button } from '#app/_ui/button.tsx'
import { IconButton } from '#app/_ui/icon-button.tsx'
import { FIELD_LOOK } from '#app/_ui/text-field.tsx'
import { weekdayName } from '#app/_ui/time-text.ts'
import { useToast } from '#app/_ui/toast.tsx'
import { TimesOfDay } from './times-of-day.tsx'

type Props = { whose: 'own' | 'workspace' }

/** The ready-made times of the schedule menu: one's own list, or the one for everyone who has none. */
export function PresetsForm({ whose }: Props) {
  const workspace = useWorkspace()
  const refresh = useWorkspaceRefresh()
  const toast = useToast()
  const stored = (whose === 'own' ? workspace.me.presets : workspace.presets) ?? null
  const fallback = (whose === 'own' ? workspace.presets : null) ?? DEFAULT_PRESETS
  const [rules, setRules] = useState<readonly PresetRule[]>(stored ?? fallback)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const save = async (presets: readonly PresetRule[] | null) => {
    setBusy(true)
    try {
      const { workspaceId } = workspace
      const list = presets && [...presets]
      if (whose === 'own') await trpc.members.updateMe.mutate({ workspaceId, presets: list })
      else await trpc.workspaces.updateSettings.mutate({ workspaceId, presets: list })
      await refresh()
      setRules(presets ?? fallback)
      setRefused(null)
      toast({
        text: whose === 'own' ? 'Your ready-made times are saved.' : 'The ready-made times for everyone are saved.',
      })
    } catch (error) {
      setRefused(failureWords(error))
    }
    setBusy(false)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(rules)
  }
  const put = (index: number, rule: PresetRule) => setRules(rules.with(index, rule))
  const swap = (a: number, b: number) => {
    const [one, two] = [rules[a], rules[b]]
    if (one && two) setRules(rules.with(a, two).with(b, one))
  }
  const title = whose === 'own' ? 'Your ready-made times' : 'Ready-made times for everyone'
  return (
    <form onSubmit={submit} aria-label={title} className="flex flex-col gap-3">
      <div>
        <h3 className="font-medium">{title}</h3>
        <p className="text-small text-muted">
          {whose === 'own'
            ? stored === null
              ? 'You have the list of the workspace; what you save here is yours alone. Keys 1 to 4 choose the first four.'
              : 'Your own list, in the menu beside Send. Keys 1 to 4 choose the first four.'
            : 'Shown beside Send to everybody who has no list of their own.'}
        </p>
      </div>
      <ol aria-label={title} className="flex flex-col gap-2">
        {rules.map((rule, index) => (
          // Two rules may be alike, and each keeps its fields in its place.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="flex flex-wrap items-center gap-2">
            <RuleFields rule={rule} place={index + 1} onChange={(next) => put(index, next)} />
            <span className="ml-auto flex">
              <IconButton label={`Move ${index + 1} up`} disabled={index === 0} onClick={() => swap(index, index - 1)}>
                <ArrowUp size={16} aria-hidden />
              </IconButton>
              <IconButton
                label={`Move ${index + 1} down`}
                disabled={index === rules.length - 1}
                onClick={() => swap(index, index + 1)}
              >
                <ArrowDown size={16} aria-hidden />
              </IconButton>
              <IconButton label={`Remove ${index + 1}`} onClick={() => setRules(rules.toSpliced(index, 1))}>
                <X size={16} aria-hidden />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      {rules.length === 0 && <p className="text-muted">No ready-made times: the menu offers a custom time only.</p>}
      {refused && (
        <p role="alert" className="text-danger">
          {refused}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          Save times
        </Button>
        <Button
          disabled={rules.length >= MOST_PRESETS}
          onClick={() => setRules([...rules, { on: 'day', days: 1, at: '09:00' }])}
        >
          <Plus size={16} aria-hidden /> Add a time
        </Button>
        {stored !== null && (
          <Button look="quiet" busy={busy} onClick={() => void save(null)}>
            {whose === 'own' ? 'Use the list of the workspace' : 'Use the usual list'}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Of `09:30`. */
const minutesOf = (at: string): number => Number(at.slice(0, 2)) * 60 + Number(at.slice(3, 5))
const wallTime = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

const SELECT = `${FIELD_LOOK} !w-auto`

function RuleFields({
  rule,
  place,
  onChange,
}: {
  rule: PresetRule
  place: number
  onChange: (rule: PresetRule) => void
}) {
  const at = rule.on === 'after' ? '09:00' : rule.at
  const choose = (value: string) => {
    const [on, n] = value.split(':')
    if (on === 'after') onChange({ on: 'after', minutes: 60 })
    else if (on === 'weekday') onChange({ on: 'weekday', weekday: Number(n), at })
    else onChange({ on: 'day', days: Number(n), at })
  }
  const value = rule.on === 'after' ? 'after' : rule.on === 'weekday' ? `weekday:${rule.weekday}` : `day:${rule.days}`
  return (
    <>
      <select aria-label={`When, ${place}`} value={value} onChange={(e) => choose(e.target.value)} className={SELECT}>
        <option value="after">After a while</option>
        <option value="day:0">Today</option>
        <option value="day:1">Tomorrow</option>
        {[2, 3, 5, 7, 14].map((days) => (
          <option key={days} value={`day:${days}`}>
            In {days} days
          </option>
        ))}
        {rule.on === 'day' && ![0, 1, 2, 3, 5, 7, 14].includes(rule.days) && (
          <option value={value}>In {rule.days} days</option>
        )}
        {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
          <option key={weekday} value={`weekday:${weekday}`}>
            {weekdayName(weekday)}
          </option>
        ))}
      </select>
      {rule.on === 'after' ? (
        <label className="flex items-center gap-2">
          <input
            type="number"
            aria-label={`Minutes from now, ${place}`}
            min={1}
            max={44_640}
            required
            value={rule.minutes}
            onChange={(event) => onChange({ on: 'after', minutes: Math.round(Number(event.target.value)) })}
            className={`${FIELD_LOOK} !w-24 tabular-nums`}
          />
          minutes
        </label>
      ) : (
        <select
          aria-label={`Time of day, ${place}`}
          value={minutesOf(rule.at)}
          onChange={(event) => onChange({ ...rule, at: wallTime(Number(event.target.value)) })}
          className={`${SELECT} tabular-nums`}
        >
          <TimesOfDay step_min={5} chosen={minutesOf(rule.at)} />
        </select>
      )}
    </>
  )
}
