import type { FileId, SeriesId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkConditions, tiedTo, type AskedConditions, type BelongsTo } from '#server/domain/recurrence/series.ts'
import { floorToSeconds } from '#server/domain/time/units.ts'
import { readHorizon } from '#server/mysql/workspace-rules.ts'
import type { SeriesChanged } from '#server/protocol/series-view.ts'
import { changeFiles, payloadWithFiles } from '../files/attach-files.ts'
import { checkContent } from '../moderation/check-content.ts'
import type { Resources } from '../resources.ts'
import { changeSeriesBy, type SeriesTarget } from './change-series.ts'
import { checkFirst } from './create-series.ts'
import { contentOf, readSplit, type AskedContent } from './following.ts'
import { splitSeries } from './split-series.ts'
import { lookNow } from './steer-series.ts'

/** Only what is given changes. */
export type FollowingInput = SeriesTarget &
  AskedContent &
  AskedConditions & {
    /** The day of the first one that changes, such as `2026-12-15`; default: the next. */
    from?: string
    /** All of them, in order: the actor's own, or those that it has. */
    fileIds?: readonly FileId[]
    belongsTo?: BelongsTo
  }

/**
 * Changes every occurrence from now on, or from a later one on, also those stored already and those that were changed on
 * their own. A skipped day stays skipped, and a day whose message has gone out gets no second one. Who changes another's
 * series becomes its author: nobody puts words into another's mouth.
 *
 * From a later one on it is split: it ends before that day, and what follows is a series of its own (`rest`).
 * @throws DomainError `invalid_input` where no occurrence of the day `from` is to come
 */
export function editFollowing(resources: Resources, actor: Actor, input: FollowingInput): Promise<SeriesChanged> {
  const restId = resources.makeId<SeriesId>()
  return changeSeriesBy(resources, actor, input, 'change-series', async (tx, { row, now }) => {
    const split = await readSplit(resources, tx, { row, now }, input.from)
    const base = split ? { ...row, ...split.rest } : row
    const asked = input.payload === undefined ? row.payload : input.payload
    const payload = await payloadWithFiles(tx, actor, asked, input.fileIds)
    const content = contentOf(resources, base, { ...input, payload }, now)
    const belongsTo = input.belongsTo ?? row.belongsTo
    const conditions = checkConditions(input, row)
    const words = content.text !== row.text || content.payload !== row.payload
    const times = content.rule !== base.rule || content.start !== base.start || content.zone !== base.zone
    const ties = JSON.stringify(tiedTo(conditions)) !== JSON.stringify(tiedTo(row))
    const replaced = words || times || ties
    if (!replaced && belongsTo === row.belongsTo) return null
    if (words) await checkContent(tx, row.workspaceId, content)
    if (times) checkFirst(resources, content, now, await readHorizon(tx, row.workspaceId))
    const after = { ...content, ...conditions, belongsTo, authorId: replaced ? actor.memberId : row.authorId }
    if (split) return splitSeries(resources, tx, { actor, row, now, restId, split, after })
    const holder = { kind: 'series' as const, id: row.id }
    await changeFiles(tx, { workspaceId: row.workspaceId, holder }, row.payload, payload)
    const look = row.status === 'ACTIVE' ? { look_ms: lookNow, decidedTo: floorToSeconds(now) } : {}
    const facts = (of: typeof after) => {
      const { text, rule, start, zone, belongsTo: whose, authorId: who } = of
      return { ...{ text, rule, start, zone, belongsTo: whose, authorId: who }, ...tiedTo(of) }
    }
    return {
      next: { ...after, ...look },
      event: { kind: 'edited', detail: { before: facts(row), after: facts(after) } },
      ...(replaced ? { withdraw: 'series_edited' as const } : {}),
    }
  })
}
