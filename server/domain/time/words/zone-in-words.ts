/** Finds the zone that is named in a text: `@name`, "Tokyo time", "in Berlin", "9am PT", "Europe/Paris". */
import type { ZoneId } from '../units.ts'
import { parseZone } from '../zone.ts'
import type { WordsContext } from './context.ts'
import type { Language } from './language.ts'
import { ABBREVIATIONS, PLACES } from './places.ts'
import type { WordsError } from './result.ts'

export type NamedZone = {
  /** The text without it. */
  rest: string
  zone: ZoneId
  /** Others that the same abbreviation stands for. */
  others: readonly ZoneId[]
  /** Seconds east of UTC that an abbreviation stands for, where that tells the passes of a repeated hour apart. */
  offset_s: number | null
  isNamed: boolean
}
export type NoZone = { error: WordsError; about: string }

type Found = Pick<NamedZone, 'zone'> & Partial<NamedZone>

/** `capitals`: the words that were written so, where only these may be abbreviations; null: any word may. */
type ZoneContext = WordsContext & { capitals: ReadonlySet<string> | null }

/** @param text lower case. @returns the writer's own zone where none is named */
export function zoneInWords(text: string, language: Language, context: ZoneContext): NamedZone | NoZone {
  for (const find of [personIn, possessiveIn, idIn, placeTimeIn, placeIn]) {
    const found = find(text, language, context)
    if (found && 'error' in found) return found
    if (found) return { others: [], offset_s: null, isNamed: true, ...found, rest: found.rest ?? text }
  }
  return { rest: text, zone: context.zone, others: [], offset_s: null, isNamed: false }
}

type Finder = (text: string, language: Language, context: ZoneContext) => Found | NoZone | null

const personIn: Finder = (text, _, { people = [] }) => {
  const at = text.indexOf('@')
  if (at < 0) return null
  const typed = text.slice(at + 1)
  const whole = people
    .filter(({ name }) => startsWithWord(typed, name.toLowerCase()))
    .toSorted((a, b) => b.name.length - a.name.length)[0]
  const token = /^[\p{L}\p{N}._-]*/u.exec(typed)?.[0] ?? ''
  const named = whole ? [whole] : people.filter(({ name }) => isShortFor(token, name.toLowerCase()))
  const [first] = named
  if (!first || token === '' || new Set(named.map(({ zone }) => zone)).size > 1)
    return { error: 'unknown_person', about: `@${token}` }
  const length = whole ? whole.name.length : token.length
  return { zone: first.zone, rest: cut(text, at, typed.slice(length).replace(/^(?:'s|s)?\s+(?:time|zeit)\b/, '')) }
}

const startsWithWord = (text: string, word: string): boolean =>
  text.startsWith(word) && !/^[\p{L}\p{N}]/u.test(text.slice(word.length))

/** A first name, or the whole without its spaces. */
const isShortFor = (token: string, name: string): boolean =>
  name.split(/\s+/)[0] === token || name.replaceAll(/\s+/g, '') === token || name.replaceAll(/\s+/g, '.') === token

const possessiveIn: Finder = (text, { theirs, mine }, context) => {
  const other = theirs.exec(text)
  if (other && !context.theirs) return { error: 'unknown_person', about: other[0] }
  if (other && context.theirs) return { zone: context.theirs, rest: without(text, other) }
  const own = mine.exec(text)
  if (own && context.capitals && !/time|zeit/.test(own[0])) return null
  return own ? { zone: context.zone, rest: without(text, own) } : null
}

const idIn: Finder = (text) => {
  const match = /(?<![\d/])\b[a-z]{2,}\/[a-z_+-]{2,}(?:\/[a-z_-]+)?/.exec(text)
  if (!match) return null
  const zone = zonesById().get(match[0]) ?? zoneOrNull(match[0])
  return zone ? { zone, rest: without(text, match) } : { error: 'unknown_zone', about: match[0] }
}

const placeTimeIn: Finder = (text, { placeTime }, context) => {
  let unknown: NoZone | null = null
  for (const pattern of placeTime) {
    const match = pattern.exec(text)
    const place = match?.groups?.place ?? ''
    if (!match || place.trim() === '') continue
    const words = place.trim().split(/\s+/)
    for (const name of [3, 2, 1].map((count) => words.slice(-count).join(' '))) {
      const found = lookUp(name, context) ?? lookUp(name.replace(/t?er$/, ''), context)
      const timeFirst = match[0].endsWith(place)
      const start = timeFirst ? match.index : match.index + match[0].lastIndexOf(name)
      if (found) return { ...found, rest: cut(text, start, text.slice(match.index + match[0].length)) }
    }
    unknown ??= { error: 'unknown_zone', about: words.at(-1)! }
  }
  return unknown
}

/** A place or abbreviation on its own, the longest first: "9am new york", "tue 4pm in tokyo". */
const placeIn: Finder = (text, { placePrefix }, context) => {
  const words = [...text.matchAll(/[\p{L}][\p{L}.'-]*/gu)]
  for (const count of [3, 2, 1]) {
    for (let i = words.length - count; i >= 0; i--) {
      const [first, last] = [words[i]!, words[i + count - 1]!]
      const name = text.slice(first.index, last.index + last[0].length)
      const after = text.slice(last.index + last[0].length)
      if (name === 'easter' || /^\s?[+-]\d/.test(after)) continue
      const found = lookUp(name, context)
      if (!found || !mayBePlace(name, text.slice(0, first.index), context)) continue
      const before = text.slice(0, first.index).replace(placePrefix, ' ')
      return { ...found, rest: `${before} ${after}` }
    }
  }
  return null
}

/** "Sofia wants the report" is about somebody, "in Sofia" is not; so is "get", and GET is not. */
const mayBePlace = (name: string, before: string, { capitals }: ZoneContext): boolean =>
  capitals === null ||
  /\bin\s+$/.test(before) ||
  (capitals.has(name) && (name === 'utc' || name === 'gmt' || Object.hasOwn(ABBREVIATIONS, name)))

function lookUp(name: string, context: WordsContext): Found | null {
  const place = placesByName().get(name)
  if (place) return { zone: place }
  const short = ABBREVIATIONS[name]
  if (!short || !Object.hasOwn(ABBREVIATIONS, name)) return null
  const zones = short.zones.map(parseZone)
  const offset_s = short.offset === undefined ? null : short.offset * 60
  if (zones.includes(context.zone) || isCalled(name, context)) {
    return {
      zone: context.zone,
      others: zones.filter((zone) => zone !== context.zone && zones.includes(context.zone)),
      offset_s,
    }
  }
  return { zone: zones[0]!, others: zones.slice(1), offset_s }
}

/** Whether the writer's own clocks go by this abbreviation at some time of the year. */
function isCalled(abbreviation: string, { zone, now }: WordsContext): boolean {
  return [0, HALF_YEAR_S].some((later) =>
    ['en-US', 'en-GB', 'en-AU'].some((locale) => {
      const parts = new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(
        (now + later) * 1000,
      )
      return parts.some(({ type, value }) => type === 'timeZoneName' && value.toLowerCase() === abbreviation)
    }),
  )
}
const HALF_YEAR_S = 182 * 86_400

const without = (text: string, match: RegExpExecArray): string =>
  `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`
const cut = (text: string, end: number, after: string): string => `${text.slice(0, end)} ${after}`

let byName: Map<string, ZoneId> | undefined
let byId: Map<string, ZoneId> | undefined

/** Cities of the IANA names, and the places of our own list, which goes first. */
function placesByName(): Map<string, ZoneId> {
  byName ??= new Map([
    ...Intl.supportedValuesOf('timeZone')
      .filter((id) => id.includes('/') && !id.startsWith('Etc/'))
      .map((id): [string, ZoneId] => [
        id
          .slice(id.lastIndexOf('/') + 1)
          .replaceAll('_', ' ')
          .toLowerCase(),
        parseZone(id),
      ]),
    ...Object.entries(PLACES).map(([name, id]): [string, ZoneId] => [name, parseZone(id)]),
  ])
  return byName
}

function zonesById(): Map<string, ZoneId> {
  byId ??= new Map(
    [...Intl.supportedValuesOf('timeZone'), ...Object.values(PLACES)].map((id) => [id.toLowerCase(), parseZone(id)]),
  )
  return byId
}

function zoneOrNull(name: string): ZoneId | null {
  try {
    return parseZone(new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone)
  } catch {
    return null
  }
}
