/** Reading a file: who may is asked anew for every read, so a lost right is lost at once (I7). */
import { DomainError } from '#server/domain/errors.ts'
import type { FileForm } from '#server/domain/files/file-address.ts'
import type { FileId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { isHeldFor, isShownTo, readFile, type FileRow } from '#server/mysql/files.ts'
import type { Resources } from '../resources.ts'
import { isMadeAnew, previewKey, readKeys } from './file-keys.ts'

/**
 * Its owner may read it, whoever may read a message that shows it and stands, and whoever is to send one.
 * @throws DomainError `not_found` for everyone else, for one that is not there, and for one that is still uploaded
 */
export async function loadReadableFile(r: Resources, actor: Actor, id: FileId): Promise<FileRow> {
  const file = await readFile(r.mysql.read, actor.workspaceId, id)
  if (file?.status !== 'READY') throw new DomainError('not_found', { file: id })
  const { workspaceId, memberId } = actor
  const readable =
    file.ownerId === memberId ||
    (await isShownTo(r.mysql.read, workspaceId, id, memberId)) ||
    (await isHeldFor(r.mysql.read, workspaceId, id, memberId))
  authorize(actor, { to: 'read-file', file: { ownerId: file.ownerId, readable } })
  return file
}

export type FileBody = { type: string; length: number | null; chunks: AsyncIterable<Uint8Array> }

/** @throws DomainError `not_found` where the file has no such form */
export function openFile(r: Resources, file: FileRow, form: FileForm): FileBody {
  if (form !== 'download' && !isMadeAnew(file)) throw new DomainError('not_found', { file: file.id, form })
  if (form === 'preview') return { type: 'image/webp', length: null, chunks: chunksOf(r, [previewKey(file)]) }
  return { type: file.type, length: file.size, chunks: chunksOf(r, readKeys(file)) }
}

/** One part in memory at a time. */
async function* chunksOf(r: Resources, keys: readonly string[]): AsyncIterable<Uint8Array> {
  for (const key of keys) {
    const bytes = await r.files.get(key)
    if (!bytes) throw new Error(`the file store has lost ${key}`)
    yield bytes
  }
}
