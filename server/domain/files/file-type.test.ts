import { expect, test } from 'vitest'
import { isImageType, sniffType } from './file-type.ts'
import { sizeWords } from './size-words.ts'
import { typeWords } from './type-words.ts'

const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

test.each([
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['\xff\xd8\xff\xe0..JFIF', 'image/jpeg'],
  ['GIF89a..', 'image/gif'],
  ['RIFF....WEBPVP8 ', 'image/webp'],
  ['\0\0\0\x1cftypavif', 'image/avif'],
  ['\0\0\0\x1cftypisom', 'video/mp4'],
  ['RIFF....WAVEfmt ', 'audio/wav'],
  ['%PDF-1.7', 'application/pdf'],
  ['PK\x03\x04....mimetype', 'application/zip'],
  [
    'PK\x03\x04....[Content_Types].xml....word/document.xml',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ],
  ['MZ\x90\0', 'application/x-msdownload'],
  ['just words\nand lines\t', 'text/plain'],
  ['', 'text/plain'],
  ['\x00\x01\x02', 'application/octet-stream'],
])('%j is %s', (head, type) => {
  expect(sniffType(bytes(head))).toBe(type)
})

test.each([
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<!doctype html><script>alert(1)</script>',
  'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*',
])('what a browser could run is text here, and never an image: %j', (text) => {
  expect(sniffType(bytes(text))).toBe('text/plain')
  expect(isImageType(sniffType(bytes(text)))).toBe(false)
})

test('a character that the looked-at bytes cut in two is still text', () => {
  const cut = new TextEncoder().encode('ä'.repeat(3)).subarray(0, 5)
  expect(sniffType(cut)).toBe('text/plain')
  expect(sniffType(Uint8Array.from([0x61, 0xff, 0x62]))).toBe('application/octet-stream')
})

test('sizes and types in words', () => {
  expect([0, 1, 999, 1_000, 1_234, 56_700, 999_499, 1_200_000, 100_000_000].map(sizeWords)).toEqual([
    ...['0 bytes', '1 byte', '999 bytes', '1 kB', '1.2 kB', '57 kB', '999 kB', '1.2 MB', '100 MB'],
  ])
  expect(typeWords('application/pdf', 'x')).toBe('PDF')
  expect(typeWords('text/plain', 'notes.md')).toBe('MD file')
  expect(typeWords('application/octet-stream', 'thing')).toBe('File')
})
