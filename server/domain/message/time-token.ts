/**
 * Times in a text that each reader sees on their own clock: `<!date^1798761600^{date_short_pretty} at {time}|Fri at 9:00 AM
 * CET>`, the form that programs for Slack write. What stands behind the bar is read where nothing is drawn: it is the
 * time as its author saw it. Pure.
 */
export type TimeToken = {
  at_s: number
  /** Words with names of parts in braces: `{date}`, `{time}`, … */
  pattern: string
  fallback: string
}
export type TextSegment = { text: string } | { time: TimeToken }

/** A link between pattern and bar is understood and left out. */
const TOKEN = /<!date\^(\d{1,11})\^([^^|<>]{1,200})(?:\^[^|<>]*)?\|([^<>|]{1,200})>/g
export const PARTS = [
  'date_num',
  'date',
  'date_short',
  'date_long',
  'date_pretty',
  'date_short_pretty',
  'date_long_pretty',
  'time',
  'time_secs',
  'ago',
] as const
export type TimePart = (typeof PARTS)[number]

/** The text in order: what is written, and the times in it. What only looks like a time stays text. */
export function segmentsOf(text: string): TextSegment[] {
  if (!text.includes('<!date^')) return [{ text }]
  const segments: TextSegment[] = []
  let from = 0
  for (const match of text.matchAll(TOKEN)) {
    const [whole, at = '', pattern = '', fallback = ''] = match
    if (match.index > from) segments.push({ text: text.slice(from, match.index) })
    segments.push({ time: { at_s: Number(at), pattern, fallback } })
    from = match.index + whole.length
  }
  if (from < text.length || segments.length === 0) segments.push({ text: text.slice(from) })
  return segments
}

/** For where nothing is drawn: notices, names, copies. */
export const plainText = (text: string): string =>
  segmentsOf(text)
    .map((segment) => ('time' in segment ? segment.time.fallback : segment.text))
    .join('')

/** @param fallback as its author sees it, with the zone */
export const timeToken = (at_s: number, fallback: string): string =>
  `<!date^${at_s}^{date_short_pretty} at {time}|${fallback.replaceAll(/[<>|]/g, ' ')}>`

/** The pattern's pieces: literal words, and parts to be drawn. A brace that names no part is words. */
export function patternPieces(pattern: string): ({ words: string } | { part: TimePart })[] {
  return pattern
    .split(/(\{[a-z_]+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const part = PARTS.find((name) => piece === `{${name}}`)
      return part ? { part } : { words: piece }
    })
}
