import { z } from 'zod'
import { DomainError } from '#server/domain/errors.ts'
import type { ScheduledView } from '#server/protocol/scheduled-view.ts'
import { editScheduled } from '#server/usecases/scheduled/edit-scheduled.ts'
import { textArgument } from '../arguments.ts'
import { changeContent, contentArguments, type ContentArguments } from '../content.ts'
import { findScheduled } from '../find-scheduled.ts'
import { askedGuards, guardArguments, type GuardArguments } from '../guard-arguments.ts'
import { HORIZON_S, PER_WINDOW } from '../limits.ts'
import { loadPlaces } from '../load-places.ts'
import { delayedMessage } from '../message-object.ts'
import { defineMethod, type SlackCall } from '../method.ts'
import { SlackError } from '../slack-error.ts'
import { scheduledObject } from '../scheduled-object.ts'
import { askedTime, timeArguments, type TimeArguments } from '../time-arguments.ts'

const input = z.object({
  scheduled_message_id: textArgument,
  channel: textArgument.optional(),
  ...timeArguments,
  ...guardArguments,
  ...contentArguments,
})
type Changes = ContentArguments & TimeArguments & GuardArguments

/** Changes what is given and leaves the rest; the message stays armed throughout. Slack has no such method (N3). */
export const chatUpdateScheduledMessage = defineMethod({
  name: 'chat.updateScheduledMessage',
  scopes: ['chat:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'post',
  input,
  errors: { not_found: 'invalid_scheduled_message_id' },
  run: async (call, { scheduled_message_id, channel, ...changes }) => {
    if (Object.values(changes).every((value) => value === undefined)) {
      throw new SlackError('invalid_arguments', [
        '[ERROR] nothing to change: give text, blocks, attachments, markdown_text, metadata, post_at, wall_clock, not_after or a condition',
      ])
    }
    const named = { scheduled_message_id, channel }
    const before = await findScheduled(call, named)
    const place = (await loadPlaces(call, [before]))(before)
    const changed = await changeUntilCurrent(call, named, changes)
    const { id, channel_id, ...rest } = scheduledObject(changed, place)
    return {
      channel: channel_id,
      scheduled_message_id: id,
      ...rest,
      message: delayedMessage(call, changed, place.threadTs),
    }
  },
})

/** Somebody else's change in between is taken up and this one made upon it, so that neither undoes the other's part. */
const MAX_TRIES = 5

async function changeUntilCurrent(
  call: SlackCall,
  named: { scheduled_message_id: string; channel?: string | undefined },
  changes: Changes,
): Promise<ScheduledView> {
  const content = contentOf(changes)
  const touchesContent = Object.values(content).some((value) => value !== undefined)
  for (let attempt = 1; ; attempt++) {
    const { id, version, text, payload } = await findScheduled(call, named)
    try {
      return await editScheduled(call.host.resources, call.actor, {
        id,
        version,
        ...(touchesContent ? changeContent({ text, payload }, content) : {}),
        ...askedTime(changes),
        ...askedGuards(changes),
        horizon_s: HORIZON_S,
        perWindow: PER_WINDOW,
      })
    } catch (error) {
      const overtaken = error instanceof DomainError && error.code === 'edit_conflict'
      if (!overtaken || attempt === MAX_TRIES) throw error
    }
  }
}

const contentOf = ({ text, blocks, attachments, markdown_text, metadata }: Changes): ContentArguments => ({
  text,
  blocks,
  attachments,
  markdown_text,
  metadata,
})
