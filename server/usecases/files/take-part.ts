import { DomainError } from '#server/domain/errors.ts'
import { partLength, partsOf } from '#server/domain/files/limits.ts'
import type { FileId, WorkspaceId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { readFile, recordParts, type FileRow } from '#server/mysql/files.ts'
import type { Resources } from '../resources.ts'
import { hashSecret } from '../secrets.ts'
import { partKey } from './file-keys.ts'

export type UploadState = { parts: number; of: number; ready: boolean }

/** How many parts are here, for who goes on after a break. @throws DomainError `not_found` unless it is one's own */
export async function loadUploadState(r: Resources, actor: Actor, id: FileId): Promise<UploadState> {
  return stateOf(await loadOwn(r, actor, id))
}

/**
 * Stores a part. Parts come in order; one that is here already may come again, so a repeat after a lost answer is harmless.
 * @returns how many are here now
 * @throws DomainError `not_found`, `file_incomplete` for a part of another length, or one whose predecessor is missing
 */
export async function takePart(
  r: Resources,
  actor: Actor,
  { id, index, bytes }: { id: FileId; index: number; bytes: Uint8Array },
): Promise<UploadState> {
  return storePart(r, await loadOwn(r, actor, id), index, bytes)
}

export type UploadTicket = { workspaceId: WorkspaceId; id: FileId; secret: string }

/**
 * Everything at once, by whoever holds the secret that `beginUpload` gave out. Sent again, it replaces what came before.
 * @param partsFrom the body in parts, by the length that was announced
 * @returns bytes that are here
 * @throws DomainError `not_found` for a wrong, used or foreign ticket, `file_incomplete`
 */
export async function takeAllByTicket(
  r: Resources,
  { workspaceId, id, secret }: UploadTicket,
  partsFrom: (size: number) => AsyncIterable<Uint8Array>,
): Promise<number> {
  const file = await readFile(r.mysql.read, workspaceId, id)
  const admitted = file?.status === 'UPLOADING' && file.ticketHash !== null && file.ticketHash === hashSecret(secret)
  if (!admitted) throw new DomainError('not_found', { file: id })
  let index = 0
  for await (const bytes of partsFrom(file.size)) {
    await storePart(r, { ...file, parts: Math.max(file.parts, index) }, index, bytes)
    index += 1
  }
  return file.size
}

async function loadOwn(r: Resources, actor: Actor, id: FileId): Promise<FileRow> {
  const file = await readFile(r.mysql.read, actor.workspaceId, id)
  if (!file || file.status === 'DELETED') throw new DomainError('not_found', { file: id })
  authorize(actor, { to: 'write-file', file: { ownerId: file.ownerId, readable: false } })
  return file
}

async function storePart(r: Resources, file: FileRow, index: number, bytes: Uint8Array): Promise<UploadState> {
  if (file.status === 'READY') return stateOf(file)
  const expected = partLength(file.size, index)
  if (index > file.parts || bytes.length !== expected)
    throw new DomainError('file_incomplete', { part: index, here: file.parts, bytes: bytes.length, expected })
  await r.files.put(partKey(file, index), bytes)
  const parts = Math.max(file.parts, index + 1)
  await recordParts(r.mysql.read, file.workspaceId, file.id, parts)
  return stateOf({ ...file, parts })
}

const stateOf = ({ parts, size, status }: FileRow): UploadState => ({
  parts,
  of: partsOf(size),
  ready: status === 'READY',
})
