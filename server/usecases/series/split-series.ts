import { createHash } from 'node:crypto'
import type { RowId, SeriesId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { tiedTo } from '#server/domain/recurrence/series.ts'
import { floorToSeconds, type EpochMillis } from '#server/domain/time/units.ts'
import { addAuditEvents } from '#server/mysql/audit.ts'
import type { Tx } from '#server/mysql/connect.ts'
import { insertSeries, type SeriesChange, type SeriesRow } from '#server/mysql/series.ts'
import { insertOccurrences, listOccurrencesAround } from '#server/mysql/series-occurrences.ts'
import { checkFilesThere, holdFiles } from '../files/attach-files.ts'
import type { Resources } from '../resources.ts'
import type { Decision } from './change-series.ts'
import type { SeriesSplit } from './following.ts'
import { lookNow } from './steer-series.ts'

type Following = Pick<
  SeriesChange,
  'text' | 'payload' | 'rule' | 'start' | 'zone' | 'guards' | 'lateBy_s' | 'belongsTo' | 'authorId'
>

type Wanted = {
  actor: Actor
  row: SeriesRow
  now: EpochMillis
  restId: SeriesId
  split: SeriesSplit
  /** What the series that goes on is. */
  after: Following
}

/**
 * The series ends before the day of the split; another one with what was changed goes on from it, paused where this one is.
 * The trail of each names the other.
 */
export async function splitSeries(resources: Resources, tx: Tx, wanted: Wanted): Promise<Decision> {
  const { row, restId, split } = wanted
  const { from, before: rule } = split
  return {
    next: { rule, ...(row.status === 'ACTIVE' ? { look_ms: lookNow } : {}) },
    event: {
      kind: 'split',
      detail: { from, goesOnAs: restId, before: timesOf(row), after: timesOf({ ...row, rule }) },
    },
    withdraw: 'series_edited',
    withdrawFrom: from,
    rest: { id: restId, begin: () => beginRest(resources, tx, wanted) },
  }
}

const timesOf = ({ rule, start, zone }: Pick<SeriesRow, 'rule' | 'start' | 'zone'>) => ({ rule, start, zone })

async function beginRest(resources: Resources, tx: Tx, wanted: Wanted): Promise<void> {
  const { actor, row, now, restId, split, after } = wanted
  const { workspaceId } = row
  // Of this form of the series there is one split: the next change has another version.
  const clientToken = `split:${row.id}:${row.version}`
  await checkFilesThere(tx, { workspaceId, payload: after.payload })
  await insertSeries(
    tx,
    {
      ...row,
      ...after,
      id: restId,
      createdBy: actor.memberId,
      decidedTo: floorToSeconds(now),
      look_ms: row.status === 'ACTIVE' ? lookNow : null,
      clientToken,
      createHash: createHash('sha256').update(clientToken).digest('hex'),
    },
    now,
  )
  // Skipped and sent days stay what they are; the day before tells from when on replies to its first count.
  const known = (await listOccurrencesAround(tx, row, split.from)).filter(
    ({ day }) => day >= split.from || day < after.start.slice(0, 10),
  )
  await insertOccurrences(
    tx,
    known.map((each) => ({ workspaceId, seriesId: restId, ...each })),
  )
  await holdFiles(tx, [{ workspaceId, payload: after.payload, holder: { kind: 'series', id: restId } }])
  const { text, rule, start, zone, belongsTo } = after
  await addAuditEvents(tx, [
    {
      ...{ workspaceId, scheduledId: restId, id: resources.makeId<RowId>(), kind: 'created' },
      ...{ actorId: actor.memberId, client: actor.client, at_ms: now },
      detail: { text, rule, start, zone, belongsTo, ...tiedTo(after), splitFrom: row.id, from: split.from },
    },
  ])
}
