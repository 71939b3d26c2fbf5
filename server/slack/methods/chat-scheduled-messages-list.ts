import { z } from 'zod'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId } from '#server/domain/ids.ts'
import { messageIdSchema } from '#server/protocol/frame.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { loadConversationDetails } from '#server/usecases/conversations/conversation-details.ts'
import { listScheduled } from '#server/usecases/scheduled/load-scheduled.ts'
import { limitArgument, refuse, textArgument } from '../arguments.ts'
import { pageEnd, readCursor, writeCursor } from '../cursor.ts'
import { unknownChannel } from '../find-conversation.ts'
import { loadPlaces } from '../load-places.ts'
import { defineMethod, type SlackCall } from '../method.ts'
import { readPublicId } from '../public-ids.ts'
import { recurrenceFields } from '../recurrence.ts'
import { scheduledObject } from '../scheduled-object.ts'

/** Seconds, perhaps with a fraction: both bounds include what is due in them. */
const boundArgument = textArgument.transform((text, ctx) =>
  /^\d{1,11}(\.\d+)?$/.test(text) ? Number(text) : refuse(ctx, 'invalid_arguments', 'must be seconds since 1970'),
)
const input = z.object({
  channel: textArgument.optional(),
  oldest: boundArgument.optional(),
  latest: boundArgument.optional(),
  limit: limitArgument,
  cursor: textArgument.optional(),
})
const position = z.object({ sendAt: z.number(), id: messageIdSchema })
const name = 'chat.scheduledMessages.list'

/** The caller's own that wait, whichever door they came through, soonest first. */
export const chatScheduledMessagesList = defineMethod({
  name,
  scopes: ['chat:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'read',
  input,
  run: async (call, { channel, oldest, latest, limit, cursor }) => {
    const use = { call, method: name, filters: { channel, oldest, latest } }
    const after = readCursor(use, cursor, position)
    const conversationId = channel === undefined ? null : readPublicId<ConversationId>('conversation', channel)
    if (channel !== undefined && conversationId === null) throw unknownChannel('invalid_channel', channel)
    const { items, more } = await listScheduled(call.host.resources, call.actor, {
      status: 'pending',
      ...(conversationId === null ? {} : { conversationId }),
      ...(oldest === undefined ? {} : { from: Math.ceil(oldest) }),
      ...(latest === undefined ? {} : { to: Math.floor(latest) }),
      ...(after === null ? {} : { after }),
      limit,
    })
    if (items.length === 0 && channel !== undefined && conversationId !== null)
      await checkVisible(call, channel, conversationId)
    const last = items.at(-1)
    const next = more && last ? writeCursor(use, { sendAt: last.sendAt, id: last.id }) : null
    return { scheduled_messages: await toObjects(call, items), ...pageEnd(next) }
  },
})

/** Who left a channel still sees what they scheduled there; a channel they never saw is not there (I7). */
async function checkVisible({ host, actor }: SlackCall, channel: string, id: ConversationId): Promise<void> {
  try {
    await loadConversationDetails(host.resources, actor, id)
  } catch (error) {
    throw error instanceof DomainError ? unknownChannel('invalid_channel', channel) : error
  }
}

async function toObjects(call: SlackCall, items: readonly ScheduledView[]) {
  const [placeOf, recurrenceOf] = await Promise.all([
    loadPlaces(call, items),
    recurrenceFields(
      call,
      items.map(({ seriesId }) => seriesId),
    ),
  ])
  return items.map((item) => scheduledObject(item, { ...placeOf(item), recurrence: recurrenceOf(item.seriesId) }))
}
