import { offsetSecondsAt, parseZone } from '#server/domain/time/zone.ts'

/** `7 h ahead of you`, `5 h 45 min behind you`, `the same time as yours`: how far a clock there is from one here. */
export function aheadWords(at_ms: number, there: string, here: string): string {
  const at = Math.floor(at_ms / 1000)
  const minutes = Math.round((offsetSecondsAt(at, parseZone(there)) - offsetSecondsAt(at, parseZone(here))) / 60)
  if (minutes === 0) return 'the same time as yours'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  const far = [hours > 0 && `${hours} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
  return `${far} ${minutes > 0 ? 'ahead of' : 'behind'} you`
}
