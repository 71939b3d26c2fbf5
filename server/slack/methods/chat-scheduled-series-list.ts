import { z } from 'zod'
import { findDirectIds } from '#server/usecases/conversations/conversation-details.ts'
import { listSeries } from '#server/usecases/series/load-series.ts'
import { textArgument } from '../arguments.ts'
import { findConversation } from '../find-conversation.ts'
import { defineMethod } from '../method.ts'
import { seriesObject } from '../recurrence.ts'

const input = z.object({ channel: textArgument.optional() })

/** Of our own (N3): the caller's series and those of their channels, running ones first. */
export const chatScheduledSeriesList = defineMethod({
  name: 'chat.scheduledSeries.list',
  scopes: ['chat:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { channel }) => {
    const { host, actor } = call
    const place = channel === undefined ? null : await findConversation(call, channel, 'invalid_channel')
    const all = await listSeries(host.resources, actor)
    const series = all.filter(({ conversationId }) => place === null || conversationId === place.id)
    const directs = await findDirectIds(
      host.resources,
      actor,
      series.map(({ conversationId }) => conversationId),
    )
    return { series: series.map((each) => seriesObject(each, directs.has(each.conversationId))) }
  },
})
