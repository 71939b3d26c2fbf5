/** Messages as programs see them. */
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import type { MessageView } from '#server/protocol/frame.ts'
import { readParts } from './content.ts'
import { fileParts } from './file-object.ts'
import type { Answer, SlackCall } from './method.ts'
import { publicBotId, publicMemberId, publicWorkspaceId } from './public-ids.ts'
import { formatTs } from './timestamp.ts'

type Around = { call: SlackCall; byBot: boolean; threadTs: string | null; withMetadata: boolean }

export function messageObject(message: MessageView, { call, byBot, threadTs, withMetadata }: Around): Answer {
  const { metadata, ...parts } = partsOf(message.payload)
  return {
    type: 'message',
    user: publicMemberId(message.authorId),
    text: message.text,
    ts: formatTs(message.tsUs),
    team: publicWorkspaceId(call.actor.workspaceId),
    ...(byBot ? { bot_id: publicBotId(message.authorId) } : {}),
    ...threadOf(message, threadTs),
    ...(message.editedMs === null
      ? {}
      : { edited: { user: publicMemberId(message.authorId), ts: formatTs(`${message.editedMs}000`) } }),
    ...parts,
    ...(message.reactions === undefined ? {} : { reactions: message.reactions.map(reactionObject) }),
    ...fileParts(call, message.payload, message.authorId),
    ...(withMetadata && metadata !== undefined ? { metadata } : {}),
  }
}

/** Of a reply its thread, of the first message of one what stands under it. */
function threadOf({ tsUs, alsoInChannel, replies }: MessageView, threadTs: string | null): Answer {
  if (threadTs !== null) return { thread_ts: threadTs, ...(alsoInChannel ? { subtype: 'thread_broadcast' } : {}) }
  if (!replies) return {}
  return {
    thread_ts: formatTs(tsUs),
    reply_count: replies.count,
    reply_users: replies.memberIds.map(publicMemberId),
    reply_users_count: replies.memberIds.length,
    latest_reply: formatTs(`${replies.lastMs}000`),
  }
}

const reactionObject = ({ name, memberIds }: NonNullable<MessageView['reactions']>[number]): Answer => ({
  name,
  users: memberIds.map(publicMemberId),
  count: memberIds.length,
})

/** What waits, as chat.scheduleMessage answers it. */
export function delayedMessage(
  call: SlackCall,
  { text, payload }: Pick<ScheduledView, 'text' | 'payload'>,
  threadTs: string | null,
): Answer {
  const { memberId, workspaceId } = call.actor
  return {
    type: 'delayed_message',
    text,
    user: publicMemberId(memberId),
    team: publicWorkspaceId(workspaceId),
    ...(call.holder.kind === 'bot' ? { subtype: 'bot_message', bot_id: publicBotId(memberId) } : {}),
    ...(threadTs === null ? {} : { thread_ts: threadTs }),
    ...partsOf(payload),
    ...fileParts(call, payload, memberId),
  }
}

/** Blocks, attachments and metadata, where there are any. */
export function partsOf(payload: string | null): Answer {
  const { blocks, attachments, metadata } = readParts(payload)
  return {
    ...(blocks === undefined ? {} : { blocks }),
    ...(attachments === undefined ? {} : { attachments }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}
