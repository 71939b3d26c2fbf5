import type { FileId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { checkText } from '#server/domain/message/limits.ts'
import { countBefore, occurrencesOf } from '#server/domain/recurrence/occurrences.ts'
import { formatRule, parseRule, type Rule } from '#server/domain/recurrence/rule.ts'
import { checkConditions, tiedTo, type AskedConditions, type BelongsTo } from '#server/domain/recurrence/series.ts'
import { floorToSeconds, type EpochMillis } from '#server/domain/time/units.ts'
import type { SeriesRow } from '#server/mysql/series.ts'
import { readHorizon } from '#server/mysql/workspace-rules.ts'
import type { SeriesChanged } from '#server/protocol/series-view.ts'
import { changeFiles, payloadWithFiles } from '../files/attach-files.ts'
import { checkContent } from '../moderation/check-content.ts'
import type { Resources } from '../resources.ts'
import { changeSeriesBy, type SeriesTarget } from './change-series.ts'
import { checkFirst, checkUsual } from './create-series.ts'
import { recurrenceOf } from './recurrence-of.ts'
import { lookNow } from './steer-series.ts'

/** Only what is given changes. */
export type FollowingInput = SeriesTarget &
  AskedConditions & {
    text?: string
    payload?: string | null
    /** All of them, in order: the actor's own, or those that it has. */
    fileIds?: readonly FileId[]
    rule?: string
    /** The next day it is for, and the new time of day; by default the next occurrence as it would be. */
    wallClock?: string
    zone?: string
    /** The instant of `wallClock` that the author was shown; refused where the server reads it otherwise (T1). */
    sendAt?: number
    belongsTo?: BelongsTo
  }

/**
 * Changes every occurrence from now on, also those stored already and those that were changed on their own. A skipped day
 * stays skipped, and a day whose message has gone out gets no second one. Who changes another's series becomes its author:
 * nobody puts words into another's mouth.
 */
export function editFollowing(resources: Resources, actor: Actor, input: FollowingInput): Promise<SeriesChanged> {
  return changeSeriesBy(resources, actor, input, 'change-series', async (tx, { row, now }) => {
    const asked = input.payload === undefined ? row.payload : input.payload
    const payload = await payloadWithFiles(tx, actor, asked, input.fileIds)
    const content = contentOf(resources, row, { ...input, payload }, now)
    const holder = { kind: 'series' as const, id: row.id }
    await changeFiles(tx, { workspaceId: row.workspaceId, holder }, row.payload, payload)
    const belongsTo = input.belongsTo ?? row.belongsTo
    const conditions = checkConditions(input, row)
    const words = content.text !== row.text || content.payload !== row.payload
    const times = content.rule !== row.rule || content.start !== row.start || content.zone !== row.zone
    const ties = JSON.stringify(tiedTo(conditions)) !== JSON.stringify(tiedTo(row))
    const replaced = words || times || ties
    if (!replaced && belongsTo === row.belongsTo) return null
    if (words) await checkContent(tx, row.workspaceId, content)
    if (times) checkFirst(resources, content, now, await readHorizon(tx, row.workspaceId))
    const authorId = replaced ? actor.memberId : row.authorId
    const look = row.status === 'ACTIVE' ? { look_ms: lookNow, decidedTo: floorToSeconds(now) } : {}
    const after = { ...content, ...conditions, belongsTo, authorId }
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

type Content = Pick<SeriesRow, 'text' | 'payload' | 'rule' | 'start' | 'zone'>

/** @throws DomainError for a text, rule or time that cannot be */
function contentOf(resources: Resources, row: SeriesRow, input: FollowingInput, now: EpochMillis): Content {
  const text = input.text ?? row.text
  const payload = input.payload === undefined ? row.payload : input.payload
  checkText(text, Boolean(payload))
  const { rule: newRule, wallClock, zone, sendAt } = input
  const touchesTime = [newRule, wallClock, zone, sendAt].some((part) => part !== undefined)
  if (!touchesTime) return { text, payload, rule: row.rule, start: row.start, zone: row.zone }
  const old = recurrenceOf(resources, row)
  const [next] = occurrencesOf(old, 1, floorToSeconds(now))
  const time = checkUsual(
    {
      wallClock: wallClock ?? next?.wallClock ?? row.start,
      zone: zone ?? row.zone,
      ...(sendAt === undefined ? {} : { sendAt }),
    },
    resources.zoneRules.offsetAt,
  )
  const rule =
    newRule === undefined
      ? restOf(old.rule, countBefore(old, next?.wallClock ?? '9999', MOST_COUNTED))
      : parseRule(newRule)
  return { text, payload, rule: formatRule(rule), start: time.wallClock, zone: time.zone }
}

/** As many as a rule can count. */
const MOST_COUNTED = 1_000

/** Of ten times, after four there are six to come. */
function restOf(rule: Rule, gone: number): Rule {
  if (rule.end.kind !== 'count') return rule
  return { ...rule, end: { kind: 'count', count: Math.max(1, rule.end.count - gone) } }
}
