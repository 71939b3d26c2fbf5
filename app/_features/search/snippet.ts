/** The part of a text that shows why it was found, in pieces, each marked or not. Pure. */
import type { Term } from '#server/domain/search/query.ts'
import { placesOf, type Place } from '#server/domain/search/words.ts'

export type Piece = { text: string; marked: boolean }

/** Shown of a long text, in characters: some before the first find, the rest behind it. */
const BEFORE = 120
const MOST = 480

/** @param plain a message as it reads, without markup */
export function snippetOf(plain: string, terms: readonly Term[]): Piece[] {
  const places = placesOf(
    plain,
    terms.filter(({ negated }) => !negated),
  )
  const from = plain.length <= MOST ? 0 : startOfWord(plain, Math.max(0, (places[0]?.from ?? 0) - BEFORE))
  const to = Math.min(plain.length, from + MOST)
  const pieces = cut(plain, places, from, to)
  return [
    ...(from > 0 ? [{ text: '… ', marked: false }] : []),
    ...pieces,
    ...(to < plain.length ? [{ text: ' …', marked: false }] : []),
  ]
}

function cut(text: string, places: readonly Place[], from: number, to: number): Piece[] {
  const pieces: Piece[] = []
  let at = from
  for (const place of places) {
    if (place.from < at || place.to > to) continue
    if (place.from > at) pieces.push({ text: text.slice(at, place.from), marked: false })
    pieces.push({ text: text.slice(place.from, place.to), marked: true })
    at = place.to
  }
  if (at < to) pieces.push({ text: text.slice(at, to), marked: false })
  return pieces
}

function startOfWord(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space < 0 || space > at + 40 ? at : space + 1
}
