import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { FileId } from '#server/domain/ids.ts'
import { finishUpload } from '#server/usecases/files/finish-upload.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { jsonArgument, listArgument, textArgument } from '../arguments.ts'
import { composeContent, contentArguments } from '../content.ts'
import { attachedObject } from '../file-object.ts'
import { fileIdOf } from '../find-file.ts'
import { findConversation } from '../find-conversation.ts'
import { findThread } from '../find-thread.ts'
import { defineMethod, type SlackCall } from '../method.ts'
import { wrongArgument } from '../slack-error.ts'

const MOST_CHANNELS = 100
const uploadsSchema = z
  .array(z.object({ id: textArgument, title: textArgument.optional() }))
  .min(1)
  .max(100)

const input = z.object({
  files: jsonArgument('invalid_arguments').pipe(uploadsSchema),
  channel_id: textArgument.optional(),
  channels: listArgument.optional(),
  thread_ts: textArgument.optional(),
  initial_comment: textArgument.optional(),
  blocks: contentArguments.blocks,
})

/**
 * The last step of an upload. With a channel the files are posted there as one message; asked again, it is the same
 * message. Without one they wait to be attached.
 */
export const filesCompleteUploadExternal = defineMethod({
  name: 'files.completeUploadExternal',
  scopes: ['files:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'post',
  input,
  errors: { not_found: 'file_not_found' },
  run: async (call, { files, channel_id, channels = [], thread_ts, initial_comment, blocks }) => {
    const names = [...new Set([...(channel_id === undefined ? [] : [channel_id]), ...channels])]
    if (names.length > MOST_CHANNELS)
      throw wrongArgument('channels_limit_exceeded', 'channels', names.length, `at most ${MOST_CHANNELS} at once`)
    const hasContent = initial_comment !== undefined || blocks !== undefined
    const content = hasContent ? composeContent({ text: initial_comment, blocks }) : { text: '', payload: null }
    const places = []
    for (const name of names) places.push(await findConversation(call, name))
    const threads = []
    for (const place of places) threads.push(await findThread(call, place.id, thread_ts))
    const { host, actor } = call
    const finished = []
    for (const { id, title } of files) {
      const named = title === undefined ? {} : { name: title }
      finished.push(await finishUpload(host.resources, actor, { id: fileIdOf(id), ...named }))
    }
    const fileIds = finished.map((file) => file.id)
    for (const [index, place] of places.entries()) {
      await postMessage(host.resources, actor, {
        conversationId: place.id,
        ...content,
        fileIds,
        threadRootId: threads[index]?.rootId ?? null,
        clientToken: tokenOf(call, place.id, fileIds),
        origin: 'api',
      })
    }
    return { files: finished.map((file) => attachedObject(call, file, actor.memberId)) }
  },
})

/** The same files in the same place are the same message, however often the answer was lost on its way. */
function tokenOf({ idempotencyKey }: SlackCall, placeId: string, fileIds: readonly FileId[]): string {
  const key = JSON.stringify([idempotencyKey, placeId, fileIds])
  return `api:${createHash('sha256').update(key).digest('base64url')}`
}
