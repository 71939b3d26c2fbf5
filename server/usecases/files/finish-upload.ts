/**
 * The end of an upload: what the bytes are is found in them, and an image is made anew. Only then can it be attached.
 * Safe to repeat, and to run twice at once: the row's lock lets one of them win, and both wrote the same bytes.
 */
import { DomainError } from '#server/domain/errors.ts'
import type { AttachedFile } from '#server/domain/files/attached-file.ts'
import { isImageType, SNIFF_BYTES, sniffType } from '#server/domain/files/file-type.ts'
import { cleanFileName } from '#server/domain/files/file-name.ts'
import { MAX_IMAGE_BYTES, partsOf, PART_BYTES } from '#server/domain/files/limits.ts'
import { must } from '#server/domain/assert.ts'
import type { FileId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { lockFile, markReady, readFile, renameFile, toAttached, type FileRow } from '#server/mysql/files.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import type { Resources } from '../resources.ts'
import { LOOSE_MS } from './begin-upload.ts'
import { imageKeys, partKeys, previewKey } from './file-keys.ts'

/** @param name another than it was announced with. @throws DomainError `not_found`, `file_incomplete` */
export async function finishUpload(
  r: Resources,
  actor: Actor,
  { id, name }: { id: FileId; name?: string },
): Promise<AttachedFile> {
  const file = await readFile(r.mysql.read, actor.workspaceId, id)
  if (!file || file.status === 'DELETED') throw new DomainError('not_found', { file: id })
  authorize(actor, { to: 'write-file', file: { ownerId: file.ownerId, readable: false } })
  const found = file.status === 'READY' ? null : await lookInside(r, file)
  const ready = await withTransaction(r.mysql, async (tx) => {
    const held = await lockFile(tx, actor.workspaceId, id)
    if (!held || held.status === 'DELETED') throw new DomainError('not_found', { file: id })
    const called = name === undefined ? held.name : cleanFileName(name)
    if (held.status === 'UPLOADING') {
      const facts = { ...must(found, 'an upload does not begin again'), name: called }
      await markReady(tx, held, facts, ((await loadDbNow(tx)) + LOOSE_MS) as EpochMillis)
      return { ...held, ...facts }
    }
    if (called !== held.name) await renameFile(tx, held, called)
    return { ...held, name: called }
  })
  if (ready.width !== null && file.status === 'UPLOADING') await r.files.remove(partKeys(file, partsOf(file.size)))
  return toAttached(ready)
}

type Found = Pick<FileRow, 'type' | 'size' | 'parts' | 'width' | 'height'>

async function lookInside(r: Resources, file: FileRow): Promise<Found> {
  const parts = partsOf(file.size)
  if (file.parts < parts) throw new DomainError('file_incomplete', { here: file.parts, expected: parts })
  const first = await readPart(r, file, 0)
  const type = sniffType(first.subarray(0, SNIFF_BYTES))
  const plain = { type, size: file.size, parts, width: null, height: null }
  if (!isImageType(type) || file.size > MAX_IMAGE_BYTES) return plain
  const bytes = await readAll(r, file, first)
  const image = await oneAtATime(async () => {
    // Loaded by the first image: most processes never see one.
    const { makeImage } = await import('#server/files/make-image.ts')
    return makeImage(bytes, type)
  })
  if (!image) return plain
  const count = partsOf(image.bytes.length)
  for (const [index, key] of imageKeys(file, count).entries()) {
    await r.files.put(key, image.bytes.subarray(index * PART_BYTES, (index + 1) * PART_BYTES))
  }
  await r.files.put(previewKey(file), image.preview)
  return { type: image.type, size: image.bytes.length, parts: count, width: image.width, height: image.height }
}

async function readPart(r: Resources, file: FileRow, index: number): Promise<Uint8Array> {
  const [key] = partKeys(file, index + 1).slice(-1)
  const bytes = await r.files.get(must(key, 'one key a part'))
  if (!bytes) throw new DomainError('file_incomplete', { part: index, here: 0 })
  return bytes
}

async function readAll(r: Resources, file: FileRow, first: Uint8Array): Promise<Uint8Array> {
  const all = new Uint8Array(file.size)
  let at = 0
  for (let index = 0; index < partsOf(file.size); index++) {
    const part = index === 0 ? first : await readPart(r, file, index)
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Decoding takes a core and tens of MiB for as long as it lasts: uploads wait for each other, nobody else for them. */
let running: Promise<unknown> = Promise.resolve()
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const mine = running.then(work)
  running = mine.catch(() => undefined)
  return mine
}
