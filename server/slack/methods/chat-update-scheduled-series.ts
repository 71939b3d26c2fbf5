import { z } from 'zod'
import type { MemberId } from '#server/domain/ids.ts'
import type { SeriesChanged } from '#server/protocol/series-view.ts'
import { editFollowing } from '#server/usecases/series/edit-following.ts'
import { handOverSeries } from '#server/usecases/series/hand-over-series.ts'
import { endSeries, pauseSeries, resumeSeries, skipNext } from '#server/usecases/series/steer-series.ts'
import { textArgument } from '../arguments.ts'
import { changeContent, contentArguments, type Content } from '../content.ts'
import { askedChoice, choiceArguments } from '../guard-arguments.ts'
import { loadPlaces } from '../load-places.ts'
import { defineMethod, type SlackCall } from '../method.ts'
import { publicScheduledId, readPublicId } from '../public-ids.ts'
import { askedRecurrence, findSeries, recurrenceChange, seriesObject } from '../recurrence.ts'
import { wrongArgument } from '../slack-error.ts'
import { timeArguments } from '../time-arguments.ts'

const ACTIONS = ['edit', 'skip_next', 'pause', 'resume', 'end', 'hand_over'] as const
const ofOneMessage = (what: string) =>
  textArgument.optional().refine((given) => given === undefined, { error: `is of one message; ${what}` })
const input = z.object({
  series_id: textArgument,
  action: z.enum(ACTIONS, { error: `must be one of ${ACTIONS.join(', ')}` }),
  ...contentArguments,
  ...choiceArguments,
  recurrence: recurrenceChange.optional(),
  wall_clock: timeArguments.wall_clock,
  time_zone: timeArguments.time_zone,
  time_choice: ofOneMessage('every time of a series is read the usual way'),
  post_at: ofOneMessage('give wall_clock, and time_zone where it changes'),
  /** The day of the first one that changes; without it the next. */
  from: textArgument.optional(),
  user: textArgument.optional(),
})
type Given = z.output<typeof input>

/**
 * Of our own (N3). `edit` changes what it is given in every occurrence from now on, or from the day `from` on, and leaves
 * the rest. From a later day on that is a series of its own: `following`.
 */
export const chatUpdateScheduledSeries = defineMethod({
  name: 'chat.updateScheduledSeries',
  scopes: ['chat:write'],
  tokenKinds: ['bot', 'user'],
  rate: 'post',
  input,
  errors: { not_found: 'invalid_series_id' },
  run: async (call, given) => {
    const before = await findSeries(call, given.series_id)
    const placeOf = await loadPlaces(call, [before])
    const { series, rest, tooLate } = await act(call, before, given)
    return {
      ...(series ? { series: seriesObject(series, placeOf(before)) } : {}),
      ...(rest ? { following: seriesObject(rest, placeOf(before)) } : {}),
      too_late: tooLate.map(publicScheduledId),
    }
  },
})

function act(
  { host, actor }: SlackCall,
  { id, text, payload }: Awaited<ReturnType<typeof findSeries>>,
  given: Given,
): Promise<SeriesChanged> {
  const target = { id }
  switch (given.action) {
    case 'skip_next':
      return skipNext(host.resources, actor, target)
    case 'pause':
      return pauseSeries(host.resources, actor, target)
    case 'resume':
      return resumeSeries(host.resources, actor, target)
    case 'end':
      return endSeries(host.resources, actor, target)
    case 'hand_over':
      return handOverSeries(host.resources, actor, { id, memberId: readMember(given.user) })
    case 'edit': {
      const { recurrence, wall_clock, time_zone, from } = given
      return editFollowing(host.resources, actor, {
        id,
        ...changedContent({ text: text ?? '', payload }, given),
        ...askedRecurrence(recurrence),
        ...askedChoice(given),
        ...(from === undefined ? {} : { from }),
        ...(wall_clock === undefined ? {} : { wallClock: wall_clock }),
        ...(time_zone === undefined ? {} : { zone: time_zone }),
      })
    }
  }
}

/** Nothing where no part of the content was given. @throws SlackError what is wrong with it */
function changedContent(
  before: Content,
  { text, blocks, attachments, markdown_text, metadata }: Given,
): Partial<Content> {
  const content = { text, blocks, attachments, markdown_text, metadata }
  return Object.values(content).every((part) => part === undefined) ? {} : changeContent(before, content)
}

function readMember(user: string | undefined): MemberId {
  const id = user === undefined ? null : readPublicId<MemberId>('member', user)
  if (id) return id
  throw wrongArgument('user_not_found', 'user', user ?? null, 'hand_over needs the member who takes it on')
}
