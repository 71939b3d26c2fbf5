/** Emoji by the names that programs written for Slack use. Parsed when first asked for: few pages ask. */
import { EMOJI_TABLE } from './emoji-table.ts'

export type Emoji = {
  glyph: string
  /** The first is the one that is stored. */
  names: readonly [string, ...string[]]
  /** What else it is found by. */
  words: readonly string[]
  /** Comes in skin tones: `name::skin-tone-2` to `-6`. */
  toned: boolean
}
export type EmojiGroup = { title: string; emoji: readonly Emoji[] }

let parsed: { groups: EmojiGroup[]; byName: Map<string, Emoji> } | null = null

function read() {
  if (parsed) return parsed
  const groups: { title: string; emoji: Emoji[] }[] = []
  for (const line of EMOJI_TABLE.trim().split('\n')) {
    if (line.startsWith('# ')) groups.push({ title: line.slice(2), emoji: [] })
    else {
      const [glyph = '', names = '', words = '', toned] = line.split('|')
      const [first = '', ...others] = names.split(',')
      const emoji = { glyph, names: [first, ...others] as const, words: words.split(','), toned: toned !== undefined }
      groups.at(-1)?.emoji.push(emoji)
    }
  }
  const byName = new Map(groups.flatMap(({ emoji }) => emoji.flatMap((one) => one.names.map((name) => [name, one]))))
  return (parsed = { groups, byName })
}

export const emojiGroups = (): readonly EmojiGroup[] => read().groups

/** Skin tones of Fitzpatrick's scale, by Slack's numbers. */
const TONES = new Map([2, 3, 4, 5, 6].map((tone) => [`skin-tone-${tone}`, String.fromCodePoint(0x1f3f9 + tone)]))

/**
 * What a name stands for, and the name under which it is stored: another name of the same emoji is the same.
 * @param text `tada`, `:tada:` or `wave::skin-tone-4`
 * @returns null for what is no name of an emoji
 */
export function findEmoji(text: string): { name: string; glyph: string } | null {
  const [name = '', tone] = text.trim().replace(/^:|:$/g, '').toLowerCase().split('::')
  const emoji = read().byName.get(name)
  if (!emoji) return null
  if (tone === undefined) return { name: emoji.names[0], glyph: emoji.glyph }
  const modifier = TONES.get(tone)
  if (!emoji.toned || modifier === undefined) return null
  const [base = '', ...rest] = [...emoji.glyph.replace(/\uFE0F/gu, '')]
  return { name: `${emoji.names[0]}::${tone}`, glyph: base + modifier + rest.join('') }
}

/** Those whose name or words begin with every word of the question, those by name first. */
export function searchEmoji(question: string, limit: number): Emoji[] {
  const asked = question
    .toLowerCase()
    .split(/[\s_:]+/)
    .filter(Boolean)
  if (asked.length === 0) return []
  const all = read().groups.flatMap(({ emoji }) => emoji)
  const startsAny = (words: readonly string[], start: string) => words.some((word) => word.startsWith(start))
  const nameWords = ({ names }: Emoji) => names.flatMap((name) => [name, ...name.split('_')])
  const byName = all.filter((one) => asked.every((start) => startsAny(nameWords(one), start)))
  const byWord = all.filter(
    (one) => !byName.includes(one) && asked.every((start) => startsAny([...nameWords(one), ...one.words], start)),
  )
  return [...byName, ...byWord].slice(0, limit)
}
