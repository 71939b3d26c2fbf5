/**
 * The bytes of an upload in parts of equal size, whatever form the body has: as it is, or as the one file of a multipart
 * form. Nothing but the part at hand is in memory.
 */
import { DomainError } from '#server/domain/errors.ts'
import { partLength } from '#server/domain/files/limits.ts'

type Chunks = AsyncIterable<Uint8Array>

/** @throws DomainError `file_incomplete` where the body holds fewer or more than `size` bytes */
export async function* readParts(request: Request, size: number): AsyncIterable<Uint8Array> {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)"?/i.exec(request.headers.get('content-type') ?? '')?.[1]
  const body = chunksOf(request)
  yield* inParts(boundary === undefined ? exactly(body, size) : fileOf(body, boundary, size), size)
}

async function* chunksOf(request: Request): Chunks {
  for await (const chunk of request.body ?? []) yield chunk
}

async function* exactly(body: Chunks, size: number): Chunks {
  let seen = 0
  for await (const chunk of body) {
    seen += chunk.length
    if (seen > size) throw new DomainError('file_incomplete', { bytes: seen, expected: size })
    yield chunk
  }
  if (seen < size) throw new DomainError('file_incomplete', { bytes: seen, expected: size })
}

/** What stands before a file in a form is short. */
const MOST_BEFORE = 8_192
const BLANK_LINE = Buffer.from('\r\n\r\n')

/** The first file of the form: its length is known, so only what stands around it is searched. */
async function* fileOf(body: Chunks, boundary: string, size: number): Chunks {
  const end = Buffer.from(`\r\n--${boundary}`)
  let before: Buffer | null = Buffer.alloc(0)
  let left = size
  let after = Buffer.alloc(0)
  for await (const chunk of body) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (before) {
      before = Buffer.concat([before, rest])
      const at = before.indexOf(BLANK_LINE)
      if (at < 0 && before.length > MOST_BEFORE) throw new DomainError('file_incomplete', { part: 'header' })
      if (at < 0) continue
      rest = before.subarray(at + BLANK_LINE.length)
      before = null
    }
    const mine = rest.subarray(0, left)
    left -= mine.length
    if (mine.length > 0) yield mine
    if (after.length < end.length) after = Buffer.concat([after, rest.subarray(mine.length)])
  }
  if (left > 0 || !after.subarray(0, end.length).equals(end))
    throw new DomainError('file_incomplete', { bytes: size - left, expected: size })
}

async function* inParts(bytes: Chunks, size: number): AsyncIterable<Uint8Array> {
  let [index, filled] = [0, 0]
  let held = new Uint8Array(partLength(size, 0))
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length;) {
      const taken = chunk.subarray(from, from + held.length - filled)
      held.set(taken, filled)
      filled += taken.length
      from += taken.length
      if (filled < held.length) continue
      yield held
      index += 1
      filled = 0
      held = new Uint8Array(partLength(size, index))
    }
  }
}
