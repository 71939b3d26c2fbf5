'use client'
import { useId, type Ref } from 'react'
import type { WordsRefusal } from '#server/domain/time/words/result.ts'
import { classNames } from '#app/_ui/class-names.ts'
import { FIELD_LOOK } from '#app/_ui/text-field.tsx'
import { useTimeStyle } from '#app/_ui/time-style.tsx'
import { clockSeconds, clockTime, longDay, shortDay, zoneName, type TimeStyle } from '#app/_ui/time-text.ts'
import type { WordsEntry } from './words-entry.ts'

type Props = {
  words: WordsEntry
  now_ms: number
  onSay: (text: string) => void
  onMean: (at: number) => void
  /** Somebody pressed Enter on words that say no time: unfinished words are a mistake by then. */
  insisted: boolean
  ref: Ref<HTMLInputElement>
}

/** A time in words, and what else it could have meant. */
export function SayWhen({ words, now_ms, onSay, onMean, insisted, ref }: Props) {
  const id = useId()
  const { zone, hour12 } = useTimeStyle()
  const refusal = words.said === 'no-time' ? words.refusal : null
  // Half a word is no mistake yet.
  const wrong = refusal !== null && (insisted || refusal.error !== 'not_understood')
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-small font-medium text-muted">
        Say when
      </label>
      <input
        ref={ref}
        id={id}
        value={words.text}
        onChange={(event) => onSay(event.target.value)}
        placeholder="tue 4pm, in 90 min, 9 Tokyo time…"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-said`}
        className={FIELD_LOOK}
      />
      <p
        id={`${id}-said`}
        role={wrong ? 'alert' : undefined}
        className={classNames('text-small', wrong ? 'text-danger' : refusal ? 'text-muted' : 'hidden')}
      >
        {refusal && (wrong ? refusalWords(refusal, { zone, hour12 }) : 'Go on writing…')}
      </p>
      {words.said === 'time' && words.meanings.length > 1 && (
        <div role="group" aria-label="It could also mean" className="flex flex-wrap items-center gap-1.5">
          <span className="text-small text-muted">It could also mean</span>
          {words.meanings.map((meaning, at) => {
            if (at === words.at) return null
            const style = { zone: meaning.zone, hour12 }
            return (
              <button
                key={`${meaning.epochSeconds} ${meaning.zone}`}
                type="button"
                onClick={() => onMean(at)}
                className="min-h-(--touch) rounded-base border border-edge bg-raised px-2.5 text-small tabular-nums hover:bg-hover"
              >
                {shortDay(meaning.epochSeconds * 1000, meaning.zone, now_ms)},{' '}
                {clockTime(meaning.epochSeconds * 1000, style)} {zoneName(meaning.epochSeconds * 1000, meaning.zone)}
              </button>
            )
          })}
        </div>
      )}
    </div>
  )
}

function refusalWords({ error, message, at }: WordsRefusal, { hour12 }: TimeStyle): string {
  if (!at || (error !== 'time_in_past' && error !== 'time_too_far')) return message
  const at_ms = at.epochSeconds * 1000
  const shown = `${longDay(at_ms, at.zone)} at ${clockSeconds(at_ms, { zone: at.zone, hour12 })} ${zoneName(at_ms, at.zone)}`
  return error === 'time_in_past'
    ? `That time has passed: it was ${shown}. Choose a later one.`
    : `${shown} is too far ahead. Choose an earlier time.`
}
