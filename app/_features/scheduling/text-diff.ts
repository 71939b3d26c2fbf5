/** What changed from one text to another, word by word. */
export type DiffPart = { kind: 'same' | 'gone' | 'new'; text: string }

/** Beyond this many differing words nothing is compared: the whole is gone and the whole is new. */
const MOST_COMPARED = 1_500

/** Parts in the order of reading; joined without the new ones they are `before`, without the gone ones `after`. */
export function diffWords(before: string, after: string): DiffPart[] {
  const [a, b] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const parts: DiffPart[] = []
  push(parts, 'same', a.slice(0, start))
  compare(parts, a.slice(start, a.length - end), b.slice(start, b.length - end))
  push(parts, 'same', a.slice(a.length - end))
  return parts
}

/** The longest common run of words stays; the table is small, because what is alike at both ends is off already. */
function compare(parts: DiffPart[], a: string[], b: string[]): void {
  if (a.length > MOST_COMPARED || b.length > MOST_COMPARED) {
    push(parts, 'gone', a)
    push(parts, 'new', b)
    return
  }
  const width = b.length + 1
  const longest = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      push(parts, 'same', [a[i++] as string])
      j++
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) push(parts, 'gone', [a[i++] as string])
    else push(parts, 'new', [b[j++] as string])
  }
}

/** Words, the room between them, and signs each for itself, so that a comma does not take its word along. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}_'’-]+|\s+|[^\p{L}\p{N}\p{M}\s]/gu) ?? []

function push(parts: DiffPart[], kind: DiffPart['kind'], words: readonly string[]): void {
  if (words.length === 0) return
  const last = parts.at(-1)
  if (last?.kind === kind) last.text += words.join('')
  else parts.push({ kind, text: words.join('') })
}
