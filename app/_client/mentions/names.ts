/**
 * Whom and which channel a text names: stored by their ids (`<@U…>`, `<#C…|name>`, `<!channel>`), so that a name may
 * change, and written and read in a field as people call them (`@Ana Souza`, `#general`, `@channel`). Pure.
 */
import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import { formatId, type ConversationId, type MemberId } from '#server/domain/ids.ts'
import { CODE } from '#server/domain/message/is-mentioned.ts'

export type NamedPerson = { id: MemberId; displayName: string; email: string; deactivated: boolean }
export type NamedChannel = { id: ConversationId; kind: ConversationKind; name: string }
export type Names = {
  /** As it is stored. */
  toStored: (text: string) => string
  /** As it stands in a field. What names nobody that is known stays as it is. */
  toField: (text: string) => string
}

/** Who is called together with everyone else. */
export const EVERYONE = ['channel', 'here', 'everyone'] as const

/** What a person is called by: two of the same name are told apart by their addresses. */
export function callNames(people: readonly NamedPerson[]): Map<MemberId, string> {
  const count = new Map<string, number>()
  for (const { displayName } of people) count.set(displayName, (count.get(displayName) ?? 0) + 1)
  return new Map(
    people.map(({ id, displayName, email }) => [
      id,
      count.get(displayName) === 1 ? displayName : `${displayName} (${email})`,
    ]),
  )
}

/** Longest name that is looked for behind a sign. */
const LONGEST = 200
const SIGN = /(?<![\p{L}\p{N}_])[@#]/gu
const TOKEN = /<(@U[0-9A-Z]+|#C[0-9A-Z]+|!(?:channel|here|everyone))(?:\|[^<>\n]*)?>/g

/** Asks for people and channels when a text first holds a sign or a token. */
export function createNames(people: () => readonly NamedPerson[], channels: () => readonly NamedChannel[]): Names {
  let known: { tokens: Map<string, string>; names: Map<string, string> } | null = null
  const read = () => (known ??= readAll(people(), channels()))
  return {
    toStored: (text) => (/[@#]/.test(text) ? outsideCode(text, (part) => store(part, read().tokens)) : text),
    toField: (text) =>
      text.includes('<')
        ? outsideCode(text, (part) => part.replaceAll(TOKEN, (whole, key: string) => read().names.get(key) ?? whole))
        : text,
  }
}

function readAll(people: readonly NamedPerson[], channels: readonly NamedChannel[]) {
  const tokens = new Map<string, string>()
  const names = new Map<string, string>()
  const add = (name: string, key: string, label = '') => {
    names.set(key, name)
    tokens.set(name, `<${key}${label}>`)
  }
  for (const { id, kind, name } of channels) {
    // Who may not see a private channel is not told its name.
    const label = kind === 'public' ? `|${name}` : ''
    if (kind !== 'direct') add(`#${name}`, `#${formatId('conversation', id, 'C')}`, label)
  }
  const called = callNames(people)
  for (const { id, deactivated } of people) {
    const [name, key] = [`@${called.get(id)}`, `@${formatId('member', id)}`]
    if (deactivated) names.set(key, name)
    else add(name, key)
  }
  for (const word of EVERYONE) add(`@${word}`, `!${word}`)
  return { tokens, names }
}

/** The longest name that stands behind each sign and ends with its word. */
function store(text: string, tokens: ReadonlyMap<string, string>): string {
  let out = ''
  let from = 0
  for (const { index } of text.matchAll(SIGN)) {
    if (index < from) continue
    const longest = text.slice(index, index + LONGEST).split('\n', 1)[0] ?? ''
    for (let length = longest.length; length > 1; length--) {
      if (/[\p{L}\p{N}_]/u.test(longest.charAt(length)) && /[\p{L}\p{N}_]/u.test(longest.charAt(length - 1))) continue
      const token = tokens.get(longest.slice(0, length))
      if (!token) continue
      out += text.slice(from, index) + token
      from = index + length
      break
    }
  }
  return out + text.slice(from)
}

function outsideCode(text: string, change: (part: string) => string): string {
  let out = ''
  let from = 0
  for (const { index, 0: code } of text.matchAll(CODE)) {
    out += change(text.slice(from, index)) + code
    from = index + code.length
  }
  return out + change(text.slice(from))
}
