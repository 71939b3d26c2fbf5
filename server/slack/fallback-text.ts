/** The words of blocks and attachments, for places that show only text: lists, notifications, search. */

/** Slack shows no more of it either. */
const MAX_FALLBACK = 4_000

export function fallbackText(blocks: readonly unknown[], attachments: readonly unknown[]): string {
  const lines = [...blocks.map(wordsOf), ...attachments.map(wordsOfAttachment)].filter((line) => line !== '')
  const text = lines.join('\n')
  return text.length > MAX_FALLBACK ? `${text.slice(0, MAX_FALLBACK - 1)}…` : text
}

/** In reading order; a text object, its parts, then what an image says of itself. */
const INNER = ['title', 'text', 'label', 'fields', 'elements', 'rows', 'accessory', 'element'] as const

/** Of any node: a text, a text object, a list, a block. Rich text is a tree of the same. */
function wordsOf(node: unknown): string {
  if (typeof node === 'string') return node.trim()
  if (Array.isArray(node))
    return node
      .map(wordsOf)
      .filter((words) => words !== '')
      .join(' ')
  if (typeof node !== 'object' || node === null) return ''
  const fields = node as Record<string, unknown>
  const words = INNER.map((key) => wordsOf(fields[key])).filter((part) => part !== '')
  if (words.length > 0) return words.join(' ')
  return wordsOf(fields.alt_text) || (typeof fields.url === 'string' ? fields.url : '')
}

function wordsOfAttachment(attachment: unknown): string {
  if (typeof attachment !== 'object' || attachment === null) return ''
  const { fallback, pretext, title, text, blocks } = attachment as Record<string, unknown>
  return (
    wordsOf(fallback) ||
    [pretext, title, text]
      .map(wordsOf)
      .filter((part) => part !== '')
      .join(' ') ||
    wordsOf(blocks)
  )
}
