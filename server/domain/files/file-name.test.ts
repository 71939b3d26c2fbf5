import { expect, test } from 'vitest'
import { cleanFileName } from './file-name.ts'
import { MAX_NAME_LENGTH } from './limits.ts'

test.each([
  ['plan.pdf', 'plan.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ana\\plan.pdf', 'plan.pdf'],
  ['..', 'file'],
  ['', 'file'],
  ['   ', 'file'],
  ['a\u0000b\r\nc.txt', 'abc.txt'],
  ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
  ['zero\u200Bwidth.txt', 'zerowidth.txt'],
  ['two  spaces .txt', 'two spaces .txt'],
  ['Übung – 日本.png', 'Übung – 日本.png'],
])('%j is kept as %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept)
})

test('a long name keeps its ending', () => {
  const name = cleanFileName(`${'x'.repeat(500)}.tar`)
  expect(name).toHaveLength(MAX_NAME_LENGTH)
  expect(name.endsWith('.tar')).toBe(true)
})
