import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => vi.unstubAllGlobals())

test('what the browser takes is copied, word for word', async () => {
  const taken: string[] = []
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void taken.push(text) } })
  expect(await copyText(' two\nlines ')).toBe(true)
  expect(taken).toEqual([' two\nlines '])
})

test.each([
  ['refuses', { clipboard: { writeText: () => Promise.reject(new Error('NotAllowedError')) } }],
  ['has no clipboard, as over plain HTTP', {}],
])('a browser that %s is told of, not thrown', async (_, navigator) => {
  vi.stubGlobal('navigator', navigator)
  expect(await copyText('x')).toBe(false)
})
