import { z } from 'zod'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { textArgument } from '../arguments.ts'
import { clientTokenOf } from '../client-token.ts'
import { composeContent, contentArguments } from '../content.ts'
import { findPlaceToWrite } from '../find-conversation.ts'
import { findThread } from '../find-thread.ts'
import { askedGuards, guardArguments } from '../guard-arguments.ts'
import { HORIZON_S, PER_WINDOW } from '../limits.ts'
import { delayedMessage } from '../message-object.ts'
import { defineMethod } from '../method.ts'
import { publicConversationId, publicScheduledId } from '../public-ids.ts'
import { askedTime, timeArguments } from '../time-arguments.ts'

const input = z
  .object({
    channel: textArgument,
    ...timeArguments,
    ...guardArguments,
    ...contentArguments,
    thread_ts: textArgument.optional(),
    client_msg_id: textArgument.optional(),
  })
  .refine(({ post_at, wall_clock }) => post_at !== undefined || wall_clock !== undefined, {
    path: ['post_at'],
    error: 'post_at or wall_clock is needed',
  })

export const chatScheduleMessage = defineMethod({
  name: 'chat.scheduleMessage',
  scopes: ['chat:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'post',
  input,
  run: async (call, given) => {
    const { host, actor } = call
    const clientToken = clientTokenOf(call, 'chat.scheduleMessage', given.client_msg_id)
    const content = composeContent(given)
    const place = await findPlaceToWrite(call, given.channel)
    const thread = await findThread(call, place.id, given.thread_ts)
    const scheduled = await scheduleMessage(host.resources, actor, {
      conversationId: place.id,
      ...content,
      threadRootId: thread?.rootId ?? null,
      zone: call.holder.zone,
      ...askedTime(given),
      ...askedGuards(given),
      clientToken,
      horizon_s: HORIZON_S,
      perWindow: PER_WINDOW,
    })
    return {
      channel: publicConversationId(place.id, place.kind),
      scheduled_message_id: publicScheduledId(scheduled.id),
      post_at: scheduled.sendAt,
      message: delayedMessage(call, scheduled, thread?.ts ?? null),
    }
  },
})
