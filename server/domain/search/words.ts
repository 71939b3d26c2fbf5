/**
 * The words of a text in the form in which an index keeps and compares them. Capitals, accents and apostrophes do not
 * count. Texts without spaces between words (Chinese, Japanese, Thai …) are kept as pairs of neighbouring letters, so
 * that any part of them can be found.
 *
 * Every form is made of ASCII letters, digits and `_` alone, whatever the script, so that no database's idea of what a
 * letter is can cut it; and the form of the beginning of a word is the beginning of the form of the word. Pure.
 */

/** A stretch of the text that is compared as one: a word, or one letter of a script without spaces. */
type Unit = {
  folded: string
  from: number
  to: number
  /** Of a script without spaces. */
  letter: boolean
  /** A letter that follows directly on the one before it. */
  joined: boolean
}

export type Place = { from: number; to: number }

/** Longer words are compared by their beginning: 84 characters is what InnoDB keeps of a word. */
const MOST_LETTERS = { ascii: 64, other: 17 }

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u
const KEPT = /[\p{L}\p{Nd}_]/u
const APOSTROPHE = /['’ʼ]/
/** Marks are dropped, but for the two that make other sounds of Japanese letters. */
const MARKS = /[^\P{M}\u3099\u309a]/gu

/** Every form of a text, in order: what is stored. */
export function indexWords(text: string): string[] {
  const units = unitsOf(text)
  return units.map((unit, i) => {
    const next = units[i + 1]
    return unit.letter ? formOf(unit.folded + (next?.joined ? next.folded : '')) : formOf(unit.folded)
  })
}

/**
 * What a searched text asks for: forms that stand one after another, of which the last may be only the beginning of one.
 * A single letter of a script without spaces is the beginning of a pair.
 */
export function searchedWords(text: string): { words: string[]; prefix: boolean } {
  const units = unitsOf(text)
  const words: string[] = []
  let prefix = false
  for (const [i, unit] of units.entries()) {
    const next = units[i + 1]
    if (!unit.letter) words.push(formOf(unit.folded))
    else if (next?.joined) words.push(formOf(unit.folded + next.folded))
    else if (next || !unit.joined) {
      // At the end of what is searched a letter may go on in the text; before something else it ends there as well.
      words.push(formOf(unit.folded))
      prefix = next === undefined
    }
  }
  return { words, prefix }
}

/** Where in `text` such words stand: for marking what was found. */
export function placesOf(text: string, searched: readonly { words: readonly string[]; prefix: boolean }[]): Place[] {
  const units = unitsOf(text)
  const forms = indexWords(text)
  const marked = new Set<number>()
  for (const { words, prefix } of searched) {
    for (let at = 0; at + words.length <= forms.length; at++) {
      const fits = words.every((word, i) => isForm(forms[at + i]!, word, prefix && i === words.length - 1))
      if (fits) for (let i = 0; i < words.length; i++) marked.add(at + i)
      // A pair ends with the letter after it.
      if (fits && units[at + words.length]?.joined && forms[at + words.length - 1] === words.at(-1)) {
        marked.add(at + words.length)
      }
    }
  }
  const places: Place[] = []
  for (const i of [...marked].toSorted((a, b) => a - b)) {
    const { from, to } = units[i]!
    const last = places.at(-1)
    if (last?.to === from) last.to = to
    else places.push({ from, to })
  }
  return places
}

export const isForm = (form: string, word: string, prefix: boolean): boolean =>
  prefix ? form.startsWith(word) : form === word

function unitsOf(text: string): Unit[] {
  const units: Unit[] = []
  let open: Unit | null = null
  let at = 0
  let afterLetter = false
  for (const char of text) {
    const from = at
    at += char.length
    const folded = foldChar(char)
    const last = units.at(-1)
    // A mark belongs to what stands before it; an apostrophe joins what it stands between.
    if (folded === '') {
      if (last?.to === from) last.to = at
      continue
    }
    if (open && APOSTROPHE.test(char) && KEPT.test(text.charAt(at))) continue
    if (!KEPT.test(folded)) {
      open = null
      afterLetter = false
    } else if (UNSPACED.test(char)) {
      units.push({ folded, from, to: at, letter: true, joined: afterLetter })
      open = null
      afterLetter = true
    } else if (open) {
      open.folded += folded
      open.to = at
    } else {
      open = { folded, from, to: at, letter: false, joined: false }
      units.push(open)
      afterLetter = false
    }
  }
  return units
}

function foldChar(char: string): string {
  if (char < '\u0080') return char.toLowerCase()
  const plain = char.normalize('NFKD').replace(MARKS, '').normalize('NFC').toLowerCase()
  if (plain === 'ß') return 'ss'
  // One sign may stand for several letters and others between them: ½ is 1⁄2.
  return plain.length > 1 ? [...plain].filter((each) => KEPT.test(each)).join('') || ' ' : plain
}

/** Letters beyond ASCII as four base-32 digits each, behind a `_` that no other form begins with twice. */
function formOf(folded: string): string {
  if (/^[a-z0-9_]*$/.test(folded)) return folded.slice(0, MOST_LETTERS.ascii).replace(/^_/, '__')
  return `_${[...folded].slice(0, MOST_LETTERS.other).map(digitsOf).join('')}`
}

const digitsOf = (char: string): string => char.codePointAt(0)!.toString(32).padStart(4, '0')
