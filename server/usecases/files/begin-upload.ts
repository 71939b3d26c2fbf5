import { DomainError } from '#server/domain/errors.ts'
import { cleanFileName } from '#server/domain/files/file-name.ts'
import { MAX_FILE_BYTES, MAX_LOOSE_FILES, PART_BYTES, partsOf } from '#server/domain/files/limits.ts'
import { firstIdAt, type FileId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { countLooseFiles, insertFile } from '#server/mysql/files.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import type { Resources } from '../resources.ts'
import { hashSecret, makeSecret } from '../secrets.ts'

const DAY_MS = 24 * 3_600_000
/** An upload is given up after this. */
const UPLOAD_MS = DAY_MS
/** What belongs to nothing is kept this long: it may stand in a message that somebody has begun to write. */
export const LOOSE_MS = 7 * DAY_MS

export type Begun = {
  id: FileId
  /** Bytes of every part but the last. */
  partBytes: number
  parts: number
  /** Lets whoever knows it bring the bytes, instead of the owner's session; null unless asked for. */
  secret: string | null
}

/**
 * Announces a file. Nothing is stored yet, and nobody else knows of it until it is attached to something.
 * @param size bytes, exactly: an upload of another length is refused when it ends
 * @throws DomainError `file_too_large`, `invalid_input` for no bytes at all, `too_many_files` while too many belong to nothing
 */
export async function beginUpload(
  r: Resources,
  actor: Actor,
  { name, size, byTicket = false }: { name: string; size: number; byTicket?: boolean },
): Promise<Begun> {
  if (!Number.isSafeInteger(size) || size < 1) throw new DomainError('invalid_input', { field: 'size', value: size })
  if (size > MAX_FILE_BYTES) throw new DomainError('file_too_large', { bytes: size, limit: MAX_FILE_BYTES })
  const { workspaceId, memberId } = actor
  const now = await loadDbNow(r.mysql.read)
  const loose = await countLooseFiles(r.mysql.read, workspaceId, memberId, {
    sinceId: firstIdAt(now - UPLOAD_MS - LOOSE_MS),
    most: MAX_LOOSE_FILES,
  })
  if (loose >= MAX_LOOSE_FILES) throw new DomainError('too_many_files', { limit: MAX_LOOSE_FILES })
  const id = r.makeId<FileId>()
  const secret = byTicket ? makeSecret() : null
  await insertFile(
    r.mysql.read,
    {
      ...{ workspaceId, id, ownerId: memberId, status: 'UPLOADING', name: cleanFileName(name), type: '', size },
      ...{ parts: 0, width: null, height: null, ticketHash: secret && hashSecret(secret), createdMs: now },
    },
    (now + UPLOAD_MS) as EpochMillis,
  )
  return { id, partBytes: PART_BYTES, parts: partsOf(size), secret }
}
