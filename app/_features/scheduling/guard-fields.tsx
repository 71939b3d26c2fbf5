'use client'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { ConversationId } from '#server/domain/ids.ts'
import { awayNow, awayText } from '#app/_client/away-text.ts'
import { useConversations } from '#app/_client/react/hooks.ts'
import { useWorkspace } from '#app/_client/react/workspace-info.tsx'
import { SelectField } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { moment } from '#app/_ui/time-text.ts'
import {
  askedConditions,
  GUARD_NAMES,
  GUARD_WORDS,
  hasConditions,
  latenessChoices,
  notAfterWords,
  type Conditions,
} from './conditions.ts'
import type { ChosenTime } from './schedule-dialog.tsx'

type Props = {
  conversationId: ConversationId
  value: Conditions
  onChange: (value: Conditions) => void
  chosen: Pick<ChosenTime, 'when' | 'now_ms'>
  /** Of every message of a series. */
  repeats?: boolean
}

/** What the message is tied to. Closed while there is nothing, so that choosing a time stays short. */
export function GuardFields({ conversationId, value, onChange, chosen: { when, now_ms }, repeats = false }: Props) {
  const id = useId()
  const [open, setOpen] = useState(() => hasConditions(value))
  const style = useTimeStyle()
  const { me } = useWorkspace()
  const isDirect =
    useConversations()?.find(({ conversation }) => conversation.id === conversationId)?.conversation.kind === 'direct'
  const names = GUARD_NAMES.filter((name) => name !== 'holdIfArchived' || !isDirect)
  const chosen = names.filter((name) => value.guards[name]).length + (value.lateBy_s === null ? 0 : 1)
  const notAfter = when && askedConditions(value, when.sendAt).notAfter
  const away_ms = awayNow(me, now_ms)
  return (
    <div className="rounded-base border border-line">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex min-h-(--touch) w-full items-center gap-2 rounded-base px-3 text-left hover:bg-hover"
      >
        <ChevronRight size={16} aria-hidden className={open ? 'rotate-90 text-muted' : 'text-muted'} />
        <span className="flex-1 font-medium">Conditions</span>
        <span className="text-small text-muted tabular-nums">{chosen === 0 ? 'none' : `${chosen} set`}</span>
      </button>
      <fieldset id={id} hidden={!open} className="px-3 pb-3">
        <legend className="sr-only">Conditions: if one is not met, it is not sent and you are told</legend>
        <ul className="mb-3 flex flex-col">
          {names.map((name) => (
            <li key={name}>
              <label className="flex min-h-(--touch) cursor-pointer items-start gap-3 rounded-base px-1 py-1.5 hover:bg-hover">
                <input
                  type="checkbox"
                  aria-describedby={`${id}-${name}`}
                  checked={value.guards[name]}
                  onChange={(event) =>
                    onChange({ ...value, guards: { ...value.guards, [name]: event.target.checked } })
                  }
                  className="mt-1 size-4 shrink-0 accent-(--brass)"
                />
                <span className="min-w-0">
                  {GUARD_WORDS[name].label}
                  <span id={`${id}-${name}`} className="block text-small text-muted">
                    {repeats ? GUARD_WORDS[name].hintRepeating : GUARD_WORDS[name].hint}
                    {name === 'skipIfAway' &&
                      away_ms !== null &&
                      ` Now you are ${awayText(away_ms, (at_ms) => moment(at_ms, style, now_ms))}.`}
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        <SelectField
          label="Not later than"
          value={value.lateBy_s ?? ''}
          onChange={(event) =>
            onChange({ ...value, lateBy_s: event.target.value === '' ? null : Number(event.target.value) })
          }
          hint={latenessHint(
            repeats,
            when && notAfter !== null ? notAfterWords(when.sendAt, notAfter, { ...style, zone: when.zone }) : null,
          )}
        >
          <option value="">As the workspace allows</option>
          {latenessChoices(value.lateBy_s).map(({ value: seconds, words }) => (
            <option key={seconds} value={seconds}>
              {words}
            </option>
          ))}
        </SelectField>
      </fieldset>
    </div>
  )
}

/** @param limit what is chosen, in words; null: nothing */
function latenessHint(repeats: boolean, limit: string | null): string {
  if (repeats) {
    return limit === null
      ? 'If the servers were away at the time of one, it goes out late, as far as the workspace allows.'
      : `The first one: ${limit.replace(/^N/, 'n')}. One that would be later is not sent.`
  }
  return limit === null
    ? 'If the servers were away at its time, it goes out late, as far as the workspace allows.'
    : `${limit}. Later than that it is not sent.`
}
