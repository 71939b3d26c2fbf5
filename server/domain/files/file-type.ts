/**
 * What a file is, by its first bytes. What a browser says of it, and its name, are not asked: both are anybody's to
 * choose. The answer decides what is tried as an image and which card is drawn; every file is served as a download,
 * so a wrong guess harms nobody. Pure.
 */

/** So many of a file's first bytes are looked at. */
export const SNIFF_BYTES = 4_096

/** Types that can be decoded and made anew. An SVG is a program and is none of them. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const
export type ImageType = (typeof IMAGE_TYPES)[number]
export const isImageType = (type: string): type is ImageType => (IMAGE_TYPES as readonly string[]).includes(type)

const UNKNOWN = 'application/octet-stream'

type Mark = { type: string; at: number; bytes: readonly number[] }
const mark = (type: string, text: string, at = 0): Mark => ({
  type,
  at,
  bytes: Array.from(text, (char) => char.charCodeAt(0)),
})

const MARKS: readonly Mark[] = [
  mark('image/png', '\x89PNG\r\n\x1a\n'),
  mark('image/jpeg', '\xff\xd8\xff'),
  mark('image/gif', 'GIF87a'),
  mark('image/gif', 'GIF89a'),
  mark('image/webp', 'WEBP', 8),
  mark('image/avif', 'ftypavif', 4),
  mark('image/avif', 'ftypavis', 4),
  mark('image/heic', 'ftypheic', 4),
  mark('application/pdf', '%PDF-'),
  mark('application/zip', 'PK\x03\x04'),
  mark('application/zip', 'PK\x05\x06'),
  mark('application/gzip', '\x1f\x8b'),
  mark('application/x-7z-compressed', '7z\xbc\xaf\x27\x1c'),
  mark('application/x-xz', '\xfd7zXZ\x00'),
  mark('application/vnd.rar', 'Rar!\x1a\x07'),
  mark('audio/mpeg', 'ID3'),
  mark('audio/wav', 'WAVE', 8),
  mark('audio/flac', 'fLaC'),
  mark('audio/ogg', 'OggS'),
  mark('video/webm', '\x1aE\xdf\xa3'),
  mark('video/mp4', 'ftyp', 4),
  mark('application/x-msdownload', 'MZ'),
  mark('application/x-executable', '\x7fELF'),
]

/** Office documents are zips whose first entry says so. */
const OFFICE: readonly [string, string][] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['mimetypeapplication/vnd.oasis.opendocument', 'application/vnd.oasis.opendocument'],
]

/** @param head the first bytes; more than `SNIFF_BYTES` are not looked at */
export function sniffType(head: Uint8Array): string {
  const bytes = head.subarray(0, SNIFF_BYTES)
  const found = MARKS.find(({ at, bytes: wanted }) => wanted.every((byte, i) => bytes[at + i] === byte))
  if (found?.type === 'application/zip') return officeType(bytes) ?? found.type
  if (found) return found.type
  return isText(bytes) ? 'text/plain' : UNKNOWN
}

function officeType(bytes: Uint8Array): string | null {
  const text = String.fromCharCode(...bytes)
  return OFFICE.find(([entry]) => text.includes(entry))?.[1] ?? null
}

/** UTF-8 without control characters; a character that the end cuts in two does not count. Nothing is text, too. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    // eslint-disable-next-line no-control-regex
    return !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
  } catch {
    return false
  }
}
