/** What is offered while somebody writes a name: people and everyone behind `@`, channels behind `#`, emoji behind `:`. Pure. */
import { searchEmoji } from '#server/domain/message/emoji.ts'
import { callNames, EVERYONE, type NamedChannel, type NamedPerson } from './names.ts'

export type Asked = { sign: '@' | '#' | ':'; question: string; from: number }
export type Suggestion = {
  key: string
  /** What comes into the field. */
  insert: string
  label: string
  /** Beside the label. */
  note: string
}

const MOST = 8
const LONGEST = 60
const ASKED = /(?:^|[\s(])([@#:])([^@#:\n]*)$/u

/** What is being asked for where the caret stands; null: nothing. */
export function askedAt(text: string, caret: number): Asked | null {
  const before = text.slice(Math.max(0, caret - LONGEST), caret)
  const match = ASKED.exec(before)
  if (!match) return null
  const [, sign, question = ''] = match
  const asked = { sign: sign as Asked['sign'], question, from: caret - question.length - 1 }
  // A colon is mostly one: two letters behind it make it a question.
  if (asked.sign === ':' && !/^[a-z0-9_+-]{2,}$/i.test(question)) return null
  return asked
}

export function suggest(
  { sign, question }: Asked,
  { people, channels }: { people: readonly NamedPerson[]; channels: readonly NamedChannel[] },
): Suggestion[] {
  switch (sign) {
    case '@':
      return ranked([...offeredPeople(people), ...everyone()], question)
    case '#':
      return ranked(
        channels
          .filter(({ kind }) => kind !== 'direct')
          .map(({ id, name, kind }) => ({
            ...{ key: id, insert: `#${name}`, label: name },
            note: kind === 'private' ? 'private' : '',
          })),
        question,
      )
    case ':':
      return searchEmoji(question, MOST).map(({ names: [name], glyph }) => ({
        ...{ key: name, insert: glyph, label: `${glyph} ${name}`, note: '' },
      }))
  }
}

function offeredPeople(people: readonly NamedPerson[]): Suggestion[] {
  const called = callNames(people)
  return people
    .filter(({ deactivated }) => !deactivated)
    .map(({ id, displayName, email }) => ({
      ...{ key: id, insert: `@${called.get(id)}`, label: displayName, note: email },
    }))
}

const everyone = (): Suggestion[] =>
  EVERYONE.map((word) => ({ ...{ key: word, insert: `@${word}`, label: word }, note: 'everyone in this conversation' }))

/** Those that begin with what is asked, then those of which a word does; each by name. */
function ranked(all: readonly Suggestion[], question: string): Suggestion[] {
  const asked = question.toLowerCase()
  const rank = ({ label }: Suggestion) => {
    const name = label.toLowerCase()
    if (name.startsWith(asked)) return 0
    return name.split(/[\s_.-]+/).some((word) => word.startsWith(asked)) ? 1 : 2
  }
  return all
    .map((one) => ({ one, rank: rank(one) }))
    .filter((each) => each.rank < 2)
    .toSorted((a, b) => a.rank - b.rank || a.one.label.localeCompare(b.one.label, 'en', { numeric: true }))
    .slice(0, MOST)
    .map(({ one }) => one)
}
