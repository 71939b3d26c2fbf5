/** Taking a file away: nobody reads it from the first moment on, then it goes from what shows it, then its bytes go. */
import { DomainError } from '#server/domain/errors.ts'
import { filesOf, goneFile, withFiles } from '#server/domain/files/attached-file.ts'
import { MAX_FILE_BYTES, partsOf } from '#server/domain/files/limits.ts'
import type { FileId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { flushChannels, lockChannels, takeNumber } from '#server/mysql/channel-locks.ts'
import {
  forgetFile,
  isReferredTo,
  isShownTo,
  listShowing,
  lockFile,
  markDeleted,
  readFile,
  type FileRef,
  type Showing,
} from '#server/mysql/files.ts'
import { replacePayload } from '#server/mysql/message-changes.ts'
import { readMessage } from '#server/mysql/messages.ts'
import { loadDbNow } from '#server/mysql/now.ts'
import { addOutbox, rangesOf } from '#server/mysql/outbox.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { frameOf } from '../messages/frames.ts'
import { publishCommitted } from '../publish-committed.ts'
import type { Resources } from '../resources.ts'
import { viewOfMessage } from '../sync/catch-up.ts'
import { canceledSince } from './canceled-since.ts'
import { imageKeys, partKeys, previewKey } from './file-keys.ts'

/**
 * Deletes a file wherever it is shown. What is scheduled with it fails at its second, and its author is told (C5).
 * Administrators may, where they may read it.
 * @throws DomainError `not_found`, `not_allowed`
 */
export async function deleteFile(r: Resources, actor: Actor, id: FileId): Promise<void> {
  const { workspaceId, memberId } = actor
  const file = await readFile(r.mysql.read, workspaceId, id)
  if (!file || file.status === 'DELETED') throw new DomainError('not_found', { file: id })
  const readable = file.ownerId !== memberId && (await isShownTo(r.mysql.read, workspaceId, id, memberId))
  authorize(actor, { to: 'delete-file', file: { ownerId: file.ownerId, readable } })
  await mark(r, file)
  await settleDeletion(r, file)
}

/**
 * Lets go of an upload, begun or done, that was not wanted after all. What is attached to something stays.
 * @throws DomainError `not_found` unless it is one's own
 */
export async function discardFile(r: Resources, actor: Actor, id: FileId): Promise<void> {
  const { workspaceId } = actor
  const file = await readFile(r.mysql.read, workspaceId, id)
  if (!file || file.status === 'DELETED') throw new DomainError('not_found', { file: id })
  authorize(actor, { to: 'write-file', file: { ownerId: file.ownerId, readable: false } })
  const discarded = await withTransaction(r.mysql, async (tx) => {
    const held = await lockFile(tx, workspaceId, id)
    if (!held || (await isReferredTo(tx, workspaceId, id, canceledSince(await loadDbNow(tx))))) return false
    await markDeleted(tx, held)
    return true
  })
  if (discarded) await settleDeletion(r, file)
}

const mark = (r: Resources, { workspaceId, id }: FileRef): Promise<void> =>
  withTransaction(r.mysql, async (tx) => {
    const held = await lockFile(tx, workspaceId, id)
    if (held) await markDeleted(tx, held)
  })

const TOGETHER = 50

/** What remains to be done for a file that is marked as deleted. The jobs worker does it after a crash. */
export async function settleDeletion(r: Resources, { workspaceId, id }: FileRef): Promise<void> {
  for (let afterId = '0', more = true; more;) {
    const showing = await listShowing(r.mysql.read, workspaceId, id, { afterId, limit: TOGETHER })
    for (const one of showing) await takeOut(r, { workspaceId, id }, one)
    afterId = showing.at(-1)?.messageId ?? afterId
    more = showing.length === TOGETHER
  }
  const most = partsOf(MAX_FILE_BYTES)
  const file = { workspaceId, id }
  await r.files.remove([...partKeys(file, most), ...imageKeys(file, most), previewKey(file)])
  await withTransaction(r.mysql, (tx) => forgetFile(tx, workspaceId, id))
}

/** A visible change like any other: it takes a number, is told, and is caught up (I5). */
async function takeOut(r: Resources, { workspaceId, id }: FileRef, { messageId, conversationId }: Showing) {
  const committed = await withTransaction(r.mysql, async (tx) => {
    const channel = (await lockChannels(tx, [{ workspaceId, conversationId }])).get(conversationId)
    const message = await readMessage(tx, workspaceId, messageId)
    if (!channel || message?.conversationId !== conversationId || message.deletedMs !== null) return null
    const files = filesOf(message.payload)
    if (!files.some((file) => file.id === id && !file.gone)) return null
    const payload = withFiles(
      message.payload,
      files.map((file) => (file.id === id ? goneFile(id) : file)),
    )
    const changed = await replacePayload(tx, workspaceId, message, payload, takeNumber(channel))
    await flushChannels(tx, [channel])
    const outbox = await addOutbox(tx, r.makeId(), { ranges: rangesOf([channel]), members: [] })
    return { outbox, frames: [frameOf(channel, [{ type: 'message', message: viewOfMessage(changed) }])], signals: [] }
  })
  if (committed) await publishCommitted(r, committed)
}
