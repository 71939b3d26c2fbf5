/**
 * `/schedule tue 9am text` and `/remind me tomorrow 9 text`: where the time ends and the text begins. The words from the
 * start that are a time are the time, and those after them that add a day, a clock or a zone to it; the first word of the
 * text is none of these. The preview shows both before anything is stored.
 */
import type { MemberId } from '#server/domain/ids.ts'
import type { WordsContext } from '#server/domain/time/words/context.ts'
import type { Moment, WordsResult, WordsTime } from '#server/domain/time/words/result.ts'
import { endsWithMonth, isOfTime } from './time-tokens.ts'

export type Command =
  | { name: 'schedule'; at: Moment; text: string; readUntil: string }
  | { name: 'remind'; whom: 'me' | MemberId; at: Moment; text: string; readUntil: string }
export type CommandRefusal = { refused: string }

export type CommandPerson = { id: MemberId; name: string }
type Reading = {
  /** The layer that reads times in words; given, because it is loaded only when it is wanted. */
  read: (text: string, context: WordsContext) => WordsResult
  context: WordsContext
  people: readonly CommandPerson[]
}

/** Words that a time may hold, but never ends with: what follows is the text, and they are its beginning. */
const BEGINS_TEXT = /^(?:at|on|in|the|of|and|by|for|please|send|it|um|im|an|der|die|das|den|und|gegen|ab|bitte)$/i

/** So many words a time may have. */
const MOST_WORDS = 10

/** The command that a text is, or in plain words what is missing. */
export function readCommand(text: string, reading: Reading): Command | CommandRefusal {
  const match = /^\/(schedule|remind)(?:\s+|$)([\s\S]*)$/i.exec(text)
  const name = match?.[1]?.toLowerCase() === 'remind' ? 'remind' : 'schedule'
  const rest = match?.[2] ?? ''
  const whom = name === 'remind' ? cutPerson(rest, reading.people) : { id: 'me' as const, rest }
  if ('refused' in whom) return whom
  if (whom.rest.trim() === '') return { refused: HOW[name] }
  const found = cutTime(whom.rest, reading)
  if ('refused' in found) return found
  if (found.text === '') return { refused: 'Write after the time what it should say.' }
  return name === 'remind' ? { name, whom: whom.id, ...found } : { name, ...found }
}

const HOW = {
  schedule: 'Write when, then what: /schedule tue 9am Good morning',
  remind: 'Write whom, when and what: /remind me tomorrow 9am Call Ana. For somebody else: /remind @name …',
}

type Person = { id: 'me' | MemberId; rest: string }

/** `me` may be left out. A name is the longest that stands there and means one person. */
function cutPerson(text: string, people: readonly CommandPerson[]): Person | CommandRefusal {
  const me = /^me(?:\s+|$)/i.exec(text)
  if (me) return { id: 'me', rest: text.slice(me[0].length) }
  if (!text.startsWith('@')) return { id: 'me', rest: text }
  const after = text.slice(1)
  const begins = (name: string) =>
    after.toLowerCase().startsWith(name.toLowerCase()) && !/^[\p{L}\p{N}]/u.test(after.slice(name.length))
  const whole = people.filter(({ name }) => begins(name)).toSorted((a, b) => b.name.length - a.name.length)
  const first = people.filter(({ name }) => begins(name.split(/\s+/)[0] ?? name))
  const [found] = whole.length > 0 ? whole : first.length === 1 ? first : []
  const said = /^\S*/.exec(after)?.[0] ?? ''
  if (!found) {
    return {
      refused:
        first.length > 1
          ? `@${said} means several people. Write the whole name.`
          : `There is nobody called @${said} here. Write the name as the list of people has it.`,
    }
  }
  const length = whole.length > 0 ? found.name.length : (found.name.split(/\s+/)[0] ?? '').length
  return { id: found.id, rest: after.slice(length).trimStart() }
}

type Run = { time: WordsTime; part: string; end: number }

function cutTime(
  rest: string,
  { read, context }: Reading,
): { at: Moment; text: string; readUntil: string } | CommandRefusal {
  let run: Run | null = null
  let refused: string | null = null
  let nearest: string | null = null
  for (const [index, word] of [...rest.matchAll(/\S+/g)].slice(0, MOST_WORDS).entries()) {
    if (BEGINS_TEXT.test(word[0])) continue
    const end = word.index + word[0].length
    const part = rest.slice(0, end).replace(/[:–—-]+$/, '')
    if (endsWithMonth(part)) continue
    const result = read(part, { ...context, beginsText: true })
    const added = part.slice(run?.end ?? 0).trim()
    if (result.ok && (run === null || goesOn(run, result, added, context))) {
      run = { time: result, part, end }
      refused = null
    } else if (!result.ok && (run === null || isContradicted(run, result.error, added, context))) {
      if (run !== null || isNearTime(result.error)) refused = result.message
      if (index === 0) nearest = result.message
    }
  }
  if (run === null || refused !== null) return { refused: refused ?? nearest ?? HOW.schedule }
  const text = rest
    .slice(run.end)
    .replace(/^\s*[–—-]?\s+/, '')
    .trimEnd()
  return { at: run.time, text, readUntil: run.part }
}

/** Nearer to a time than words that are none. */
const isNearTime = (error: string): boolean => error !== 'not_understood' && error !== 'two_times'

/** Whether the words that were added belong to the time, which was one without them. */
function goesOn({ time, part }: Run, longer: WordsTime, added: string, { locale, people = [] }: WordsContext): boolean {
  const gains = (what: 'day' | 'clock' | 'zone' | 'partOfDay') => longer.names[what] && !time.names[what]
  if (gains('day') || gains('clock') || gains('zone')) return true
  if (gains('partOfDay') && !time.names.clock) return true
  const said = `${part} ${added}`.toLowerCase()
  if (people.some(({ name }) => said.endsWith(`@${name.toLowerCase()}`))) return true
  return isOfTime(added, { after: part, locale, ...time.names })
}

/** The weekday is not that date's, or a stretch was meant: no shorter time instead of it. */
function isContradicted({ time, part }: Run, error: string, added: string, { locale }: WordsContext): boolean {
  if (error === 'day_mismatch') return isOfTime(added, { after: part, locale, ...time.names })
  return error === 'range' && (/^(?:to|until|bis)\s|^[–—-]/.test(added) || (!time.names.clock && /^\d/.test(added)))
}
