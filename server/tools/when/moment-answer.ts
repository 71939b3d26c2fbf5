import { wallClockAt } from '#server/domain/time/zone.ts'
import type { Moment } from '#server/domain/time/words/result.ts'
import { instantText } from './instant-text.ts'
import type { Answer, Question } from './question.ts'

type Other = Moment & { differs: string }

/** One second as the field would store it, and what else was possible. */
export function momentAnswer({ now_ms }: Question, moment: Moment, others: readonly Other[]): Answer {
  const alternatives = others.map(({ differs, ...other }) => ({ ...fields(other), differs }))
  return {
    ok: true,
    json: JSON.stringify({ ok: true, ...fields(moment), alternatives }),
    text: [
      lineOf(moment, now_ms),
      ...kindLines(moment),
      ...others.map((other) => `  or ${lineOf(other, now_ms)} (${other.differs})`),
    ].join('\n'),
  }
}

export function refusedAnswer(error: string, message: string): Answer {
  return { ok: false, json: JSON.stringify({ ok: false, error, message }), text: message }
}

/** `shows` is what a clock there shows then: in a gap not what was asked for. */
const fields = ({ epochSeconds, wallClock, zone, kind, choice }: Moment) => ({
  epochSeconds,
  wallClock,
  zone,
  kind,
  choice,
  shows: wallClockAt(epochSeconds, zone),
})

const lineOf = ({ epochSeconds, zone }: Moment, now: Question['now_ms']): string =>
  instantText(epochSeconds, [zone], now).replace('\n', ': ').replaceAll(/ {2,}/g, ' ')

function kindLines({ kind, wallClock, choice }: Moment): string[] {
  const wall = wallClock.replace('T', ' ')
  if (kind === 'gap') return [`${wall} does not exist there: the clock skips it. This is the ${choice} reading.`]
  if (kind === 'fold') return [`${wall} comes twice there. This is the ${choice === 'earlier' ? 'first' : 'second'}.`]
  return []
}
