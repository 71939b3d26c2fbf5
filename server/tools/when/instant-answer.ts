import { parseZone } from '#server/domain/time/zone.ts'
import { instantJson, instantText } from './instant-text.ts'
import type { Answer, Question } from './question.ts'
import { readInstant } from './read-instant.ts'

const UTC = parseZone('UTC')

/** An instant on the clocks of UTC and the zones asked for. @throws NoInstant */
export function instantAnswer({ text, zones, zone, now_ms }: Question): Answer {
  const at = readInstant(text)
  const shown = [...new Set([UTC, ...(zones.length > 0 ? zones : [zone])])]
  return {
    ok: true,
    json: JSON.stringify(instantJson(at, shown, now_ms), null, 2),
    text: instantText(at, shown, now_ms),
  }
}
