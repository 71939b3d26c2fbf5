import { z } from 'zod'
import { createSeries } from '#server/usecases/series/create-series.ts'
import { scheduleMessage } from '#server/usecases/scheduled/schedule-message.ts'
import { flagArgument, textArgument } from '../arguments.ts'
import { clientTokenOf } from '../client-token.ts'
import { composeContent, contentArguments } from '../content.ts'
import { findPlaceToWrite } from '../find-conversation.ts'
import { findThread } from '../find-thread.ts'
import { askedChoice, askedGuards, guardArguments } from '../guard-arguments.ts'
import { HORIZON_S, PER_WINDOW } from '../limits.ts'
import { delayedMessage } from '../message-object.ts'
import { defineMethod } from '../method.ts'
import { publicConversationId, publicScheduledId } from '../public-ids.ts'
import { askedRecurrence, firstWallClock, recurrenceArgument, seriesObject } from '../recurrence.ts'
import { askedTime, timeArguments } from '../time-arguments.ts'

const input = z
  .object({
    channel: textArgument,
    ...timeArguments,
    ...guardArguments,
    recurrence: recurrenceArgument.optional(),
    ...contentArguments,
    thread_ts: textArgument.optional(),
    reply_broadcast: flagArgument.default(false),
    client_msg_id: textArgument.optional(),
  })
  .refine(({ post_at, wall_clock }) => post_at !== undefined || wall_clock !== undefined, {
    path: ['post_at'],
    error: 'post_at or wall_clock is needed',
  })
  .refine(({ recurrence, not_after }) => recurrence === undefined || not_after === undefined, {
    path: ['not_after'],
    error: 'is of one message; with recurrence give late_by in it: seconds after each of its times',
  })
  .refine(({ recurrence, time_choice }) => recurrence === undefined || time_choice === undefined, {
    path: ['time_choice'],
    error:
      'is of one message; with recurrence every time is read the usual way: the first of two, the later one of a skipped one',
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
    const zone = given.time_zone ?? call.holder.zone
    const common = {
      conversationId: place.id,
      ...content,
      threadRootId: thread?.rootId ?? null,
      alsoInChannel: given.reply_broadcast,
      clientToken,
      horizon_s: HORIZON_S,
    }
    if (given.recurrence) {
      const asked = askedTime(given)
      const series = await createSeries(host.resources, actor, {
        ...common,
        ...(asked.sendAt === undefined ? {} : { sendAt: asked.sendAt }),
        zone,
        wallClock: firstWallClock(host, { ...asked, zone }),
        ...askedRecurrence(given.recurrence),
        ...askedChoice(given),
        rule: given.recurrence.rule,
      })
      const first = series.upcoming[0]
      return {
        channel: publicConversationId(place.id, place.kind),
        ...(first?.id ? { scheduled_message_id: publicScheduledId(first.id), post_at: first.sendAt } : {}),
        message: delayedMessage(call, content, thread?.ts ?? null),
        recurrence: seriesObject(series, { isDirect: place.kind === 'direct', threadTs: thread?.ts ?? null }),
      }
    }
    const scheduled = await scheduleMessage(host.resources, actor, {
      ...common,
      zone,
      ...askedTime(given),
      ...askedGuards(given),
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
