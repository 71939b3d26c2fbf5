import { expect, test } from 'vitest'
import { readQuery } from '#server/domain/search/query.ts'
import { snippetOf } from './snippet.ts'

const shown = (text: string, query: string) =>
  snippetOf(text, readQuery(query, '2026-12-05').terms)
    .map((piece) => (piece.marked ? `[${piece.text}]` : piece.text))
    .join('')

test('what was found is marked, what must not be there is not', () => {
  expect(shown('Roll back the Café deploy', 'cafe "roll back" -deploy')).toBe('[Roll] [back] the [Café] deploy')
  expect(shown('nothing of it', 'walrus')).toBe('nothing of it')
})

test('a long text is shown around its first find', () => {
  const text = `${'before '.repeat(100)}walrus ${'after '.repeat(200)}`
  const snippet = shown(text, 'walrus')
  expect(snippet).toMatch(/^… before .*\[walrus\] after .* …$/)
  expect(snippet.length).toBeLessThan(520)
})
