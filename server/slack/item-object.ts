import { must } from '#server/domain/assert.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { messageLink } from '#server/protocol/message-link.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { loadConversationDetails } from '#server/usecases/conversations/conversation-details.ts'
import { loadWorkspaceMembers } from '#server/usecases/members/list-members.ts'
import { findThreadTs } from './find-thread.ts'
import { messageObject } from './message-object.ts'
import type { Answer, SlackCall } from './method.ts'
import { publicConversationId } from './public-ids.ts'

/** Messages of any conversations the caller may read, as lists of items show them: with their place and a link. */
export async function itemObjects(
  call: SlackCall,
  messages: readonly (MessageView & { conversationId: ConversationId })[],
): Promise<Answer[]> {
  const { resources } = call.host
  const ids = [...new Set(messages.map(({ conversationId }) => conversationId))]
  const places = new Map(
    await Promise.all(ids.map(async (id) => [id, await loadConversationDetails(resources, call.actor, id)] as const)),
  )
  const authors = await loadWorkspaceMembers(
    resources,
    call.actor,
    messages.map(({ authorId }) => authorId),
  )
  return Promise.all(
    messages.map(async (message) => {
      const { kind } = must(places.get(message.conversationId), 'a place that was just read')
      const byBot = authors.get(message.authorId)?.kind === 'bot'
      const around = { call, byBot, threadTs: await findThreadTs(call, message), withMetadata: false }
      const place = { id: message.conversationId, kind }
      const permalink = new URL(messageLink(call.actor.workspaceId, place, message.id), call.host.appUrl).href
      return {
        type: 'message',
        channel: publicConversationId(message.conversationId, kind),
        message: { ...messageObject(message, around), permalink },
      }
    }),
  )
}
