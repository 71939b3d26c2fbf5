/** What the quick switcher offers for what was typed, best first. Pure. */

export type Target = {
  key: string
  /** What is typed for it: `general`, `Ana Souza`, `Settings`. */
  name: string
  /** Also found by these. */
  words?: readonly string[]
  kind: 'channel' | 'person' | 'command'
  unread: number
}

const MOST = 12
/** Fewer letters in order are in almost every name. */
const FEWEST_LETTERS = 3

/** Nothing typed: what is unread first, then conversations, then commands. */
export function rankTargets<T extends Target>(targets: readonly T[], typed: string): T[] {
  const sign = typed.trimStart()[0]
  const kinds = sign === '#' ? ['channel'] : sign === '@' ? ['person'] : sign === '>' ? ['command'] : null
  const wanted = fold(typed.trim().replace(/^[#@>]\s*/, ''))
  return targets
    .filter(({ kind }) => kinds === null || kinds.includes(kind))
    .map((target, place) => ({ target, place, fit: fitOf(target, wanted) }))
    .filter(({ fit }) => fit !== null)
    .toSorted(
      (a, b) => a.fit! - b.fit! || Number(b.target.unread > 0) - Number(a.target.unread > 0) || a.place - b.place,
    )
    .slice(0, MOST)
    .map(({ target }) => target)
}

/** 0: the name begins so; 1: one of its words; 2: another word for it; 3: inside; 4: its letters in order. Null: not at all. */
function fitOf({ name, words = [] }: Target, wanted: string): number | null {
  if (wanted === '') return 0
  const folded = fold(name)
  if (folded.startsWith(wanted)) return 0
  if (folded.split(/[\s_-]+/).some((word) => word.startsWith(wanted))) return 1
  if (words.some((word) => fold(word).startsWith(wanted))) return 2
  if (folded.includes(wanted)) return 3
  const letters = wanted.replaceAll(' ', '')
  return letters.length >= FEWEST_LETTERS && hasInOrder(folded, letters) ? 4 : null
}

function hasInOrder(text: string, letters: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
