import { DomainError } from '#server/domain/errors.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { listMessageChanges } from '#server/mysql/message-changes.ts'
import { readMessage } from '#server/mysql/messages.ts'
import type { Resources } from '../resources.ts'
import { checkReadable } from '../sync/catch-up.ts'
import type { MessageRef } from './change-message.ts'

/** What a message said, and from when on, in epoch milliseconds. */
export type MessageVersion = { text: string; fromMs: number }

/**
 * What a message says and said before, newest first, for everyone who may read it. Of a deleted one there is nothing.
 * @throws DomainError `not_found`
 */
export async function loadMessageVersions(
  resources: Resources,
  actor: Actor,
  { conversationId, messageId }: MessageRef,
): Promise<MessageVersion[]> {
  await checkReadable(resources, actor, conversationId)
  const { read } = resources.mysql
  const message = await readMessage(read, actor.workspaceId, messageId)
  if (message?.conversationId !== conversationId || message.deletedMs !== null)
    throw new DomainError('not_found', { messageId })
  const edits = await listMessageChanges(read, actor.workspaceId, messageId)
  const starts = [message.createdMs, ...edits.map(({ atMs }) => atMs)]
  const texts = [...edits.map(({ text }) => text ?? ''), message.text]
  return texts.map((text, index) => ({ text, fromMs: starts[index] ?? message.createdMs })).toReversed()
}
