import { z } from 'zod'
import { cancelScheduled } from '#server/usecases/scheduled/cancel-scheduled.ts'
import { textArgument } from '../arguments.ts'
import { findScheduled } from '../find-scheduled.ts'
import { defineMethod } from '../method.ts'

const input = z.object({ channel: textArgument, scheduled_message_id: textArgument })

/** Until a sender has it; once this is answered with ok it is never posted (I3). */
export const chatDeleteScheduledMessage = defineMethod({
  name: 'chat.deleteScheduledMessage',
  scopes: ['chat:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'post',
  input,
  errors: { not_found: 'invalid_scheduled_message_id' },
  run: async (call, given) => {
    const { id } = await findScheduled(call, given)
    await cancelScheduled(call.host.resources, call.actor, { id })
    return {}
  },
})
