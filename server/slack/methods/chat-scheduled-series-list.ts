import { z } from 'zod'
import { listSeries } from '#server/usecases/series/load-series.ts'
import { textArgument } from '../arguments.ts'
import { findConversation } from '../find-conversation.ts'
import { loadPlaces } from '../load-places.ts'
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
    const placeOf = await loadPlaces(call, series)
    return { series: series.map((each) => seriesObject(each, placeOf(each))) }
  },
})
