/**
 * Putting files to a message, a scheduled message, a draft or a series: their facts go into its payload, and a row per
 * file says that it is referred to. Where there are no files, neither asks anything of the database.
 */
import { fileIdsOf, filesOf, goneFile, withFiles } from '#server/domain/files/attached-file.ts'
import { mayHaveFiles } from '#server/domain/files/may-have-files.ts'
import { MAX_FILES_PER_MESSAGE } from '#server/domain/files/limits.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { FileId, WorkspaceId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Db, Tx } from '#server/mysql/connect.ts'
import {
  addFileUses,
  fileKey,
  holdReadyFiles,
  isHeldFor,
  listReadyFiles,
  removeFileUses,
  toAttached,
  type FileHolder,
} from '#server/mysql/files.ts'

/**
 * The payload with these files, in this order, instead of those it had.
 *
 * Only the actor's own can be put there, what was handed over to them, and what stands there already. Any other is put down as gone, which
 * `checkFilesThere` then refuses: so a repeat is recognised as what it is even if a file was deleted in between (C9).
 * @param fileIds not given: the payload stays as it is
 * @throws DomainError `too_many_files`
 */
export async function payloadWithFiles(
  db: Db,
  { workspaceId, memberId }: Pick<Actor, 'workspaceId' | 'memberId'>,
  payload: string | null,
  fileIds: readonly FileId[] | undefined,
): Promise<string | null> {
  if (fileIds === undefined) return payload
  const wanted = [...new Set(fileIds)]
  if (wanted.length > MAX_FILES_PER_MESSAGE)
    throw new DomainError('too_many_files', { limit: MAX_FILES_PER_MESSAGE, files: wanted.length })
  const here = new Map(filesOf(payload).map((file) => [file.id, file]))
  const fresh = wanted.filter((id) => !here.has(id))
  const known = new Map(here)
  for (const row of await listReadyFiles(db, workspaceId, fresh)) {
    const mayAttach = row.ownerId === memberId || (await isHeldFor(db, workspaceId, row.id, memberId))
    if (mayAttach) known.set(row.id, toAttached(row))
  }
  return withFiles(
    payload,
    wanted.map((id) => known.get(id) ?? goneFile(id)),
  )
}

type Holding = { workspaceId: WorkspaceId; payload: string | null }

/** @throws DomainError `file_gone`: one of them is not there, or not the author's to attach */
export async function checkFilesThere(tx: Tx, holding: Holding): Promise<void> {
  const missing = await missingFiles(tx, [holding])
  if (missing.has(holding)) throw new DomainError('file_gone')
}

/** Which of these have a file that is not there. What is there stays so until commit. */
export async function missingFiles<T extends Holding>(tx: Tx, holdings: readonly T[]): Promise<ReadonlySet<T>> {
  const some = holdings.filter(({ payload }) => mayHaveFiles(payload))
  if (some.length === 0) return NONE
  const files = new Map(some.map((one) => [one, filesOf(one.payload)]))
  const refs = some.flatMap((one) =>
    (files.get(one) ?? []).flatMap(({ id, gone }) => (gone ? [] : [{ workspaceId: one.workspaceId, id }])),
  )
  const ready = await holdReadyFiles(tx, refs)
  return new Set(
    some.filter((one) =>
      files.get(one)?.some(({ id, gone }) => gone || !ready.has(fileKey({ workspaceId: one.workspaceId, id }))),
    ),
  )
}
const NONE: ReadonlySet<never> = new Set()

/** From now on the holder keeps its files from being cleaned away. In the transaction that writes the payload. */
export async function holdFiles(
  tx: Tx,
  holdings: readonly { workspaceId: WorkspaceId; payload: string | null; holder: FileHolder }[],
): Promise<void> {
  const uses = holdings.flatMap(({ workspaceId, payload, holder }) =>
    fileIdsOf(payload).map((fileId) => ({ workspaceId, fileId, holder })),
  )
  await addFileUses(tx, uses)
}

/**
 * Between two payloads of one holder: what came is checked and held, what went is let go. Nothing is asked where the files
 * stay.
 * @throws DomainError `file_gone`
 */
export async function changeFiles(
  tx: Tx,
  { workspaceId, holder }: { workspaceId: WorkspaceId; holder: FileHolder },
  before: string | null,
  after: string | null,
): Promise<void> {
  if (before === after) return
  const [had, has] = [filesOf(before), filesOf(after)]
  const known = new Set(had.map(({ id }) => id))
  const stays = new Set(has.map(({ id }) => id))
  const came = has.filter(({ id }) => !known.has(id))
  const went = had.filter(({ id }) => !stays.has(id)).map(({ id }) => id)
  if (came.length > 0) {
    const payload = withFiles(null, came)
    await checkFilesThere(tx, { workspaceId, payload })
    await holdFiles(tx, [{ workspaceId, payload, holder }])
  }
  await removeFileUses(tx, workspaceId, holder, went)
}

/** Two payloads that say the same, whether or not a file has gone since: for telling a repeat from another message (C9). */
export function payloadFingerprint(payload: string | null): string | null {
  if (!mayHaveFiles(payload)) return payload
  const files = filesOf(payload)
  if (files.length === 0) return payload
  return JSON.stringify([withFiles(payload, []), files.map(({ id }) => id)])
}
