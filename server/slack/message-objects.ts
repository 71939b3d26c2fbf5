import type { MessageView } from '#server/protocol/frame.ts'
import { loadWorkspaceMembers } from '#server/usecases/members/list-members.ts'
import { loadTsOfRoots } from '#server/usecases/messages/load-history.ts'
import { messageObject } from './message-object.ts'
import type { SlackCall } from './method.ts'
import { formatTs } from './timestamp.ts'

/** Messages of one conversation, as its history and its threads show them. */
export async function messageObjects(call: SlackCall, messages: readonly MessageView[], withMetadata: boolean) {
  const { resources } = call.host
  const roots = messages.map(({ threadRootId }) => threadRootId).filter((id) => id !== null)
  const [authors, tsOfRoots] = await Promise.all([
    loadWorkspaceMembers(
      resources,
      call.actor,
      messages.map(({ authorId }) => authorId),
    ),
    loadTsOfRoots(resources, call.actor, roots),
  ])
  return messages.map((message) => {
    const ts = message.threadRootId === null ? undefined : tsOfRoots.get(message.threadRootId)
    const byBot = authors.get(message.authorId)?.kind === 'bot'
    return messageObject(message, { call, byBot, threadTs: ts === undefined ? null : formatTs(ts), withMetadata })
  })
}
