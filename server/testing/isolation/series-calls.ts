/** Of series and their occurrences. */
import { GONE_CAUSES } from '#server/domain/recurrence/series.ts'
import type { EpochSeconds } from '#server/domain/time/units.ts'
import * as occurrences from '#server/mysql/series-occurrences.ts'
import * as series from '#server/mysql/series.ts'
import { listSeriesOfWorkspace } from '#server/mysql/workspace-series.ts'
import { write, type Call } from './call.ts'
import type { Neighbours } from './neighbours.ts'

/** Their series as a caller in one's own workspace would wrongly hold it. */
const heldOf = ({ mine, theirs }: Neighbours) => ({ ...theirs.series, workspaceId: mine })

export const SERIES_CALLS: Record<string, Call> = {
  'series.readSeries': (tx, { mine, theirs }) => series.readSeries(tx, mine, theirs.series.id),
  'series.lockSeries': (tx, { mine, theirs }) => series.lockSeries(tx, mine, theirs.series.id),
  'series.readSeriesByToken': (tx, { mine, theirs }) =>
    series.readSeriesByToken(tx, mine, theirs.memberId, theirs.seriesToken),
  'series.lockActiveVersions': (tx, n) => series.lockActiveVersions(tx, [heldOf(n)]),
  'series.insertSeries': write((tx, n) =>
    series.insertSeries(tx, { ...heldOf(n), clientToken: n.theirs.seriesToken }, n.now),
  ),
  'series.changeSeries': (tx, n) => series.changeSeries(tx, heldOf(n), { ...heldOf(n), text: 'x' }, n.now),
  'series.markLookedAt': (tx, n) => series.markLookedAt(tx, heldOf(n), n.theirs.series.decidedTo, null),
  'series.postponeLook': (tx, n) => series.postponeLook(tx, heldOf(n), n.now),
  'series.wakeSeriesOf': (tx, { mine, theirs }) => series.wakeSeriesOf(tx, mine, theirs.memberId, null),
  'series.wakeSeriesIn': (tx, { mine, theirs }) => series.wakeSeriesIn(tx, mine, theirs.conversationId),
  'series-occurrences.insertOccurrences': write((tx, { mine, theirs }) =>
    occurrences.insertOccurrences(tx, [{ ...theirs.occurrence, workspaceId: mine, seriesId: theirs.series.id }]),
  ),
  'series-occurrences.listTakenDays': (tx, n) => occurrences.listTakenDays(tx, heldOf(n), '2000-01-01'),
  'series-occurrences.listOccurrencesAround': (tx, n) =>
    occurrences.listOccurrencesAround(tx, heldOf(n), n.theirs.occurrence.day),
  'series-occurrences.listWaiting': (tx, { mine, theirs }) =>
    occurrences.listWaiting(tx, mine, [theirs.series.id], '2000-01-01'),
  'series-occurrences.readOvertaken': (tx, { mine, theirs }) =>
    occurrences
      .readOvertaken(
        tx,
        [
          {
            ...{ workspaceId: mine, id: theirs.occurrence.scheduledId, seriesId: theirs.series.id },
            ...{ seriesDay: '2000-01-01', sendAt: 0 as EpochSeconds },
          },
        ],
        99_999_999_999 as EpochSeconds,
      )
      .then((found) => [...found]),
  'series-occurrences.takeOccurrence': (tx, { mine, theirs }) =>
    occurrences.takeOccurrence(
      tx,
      { ...theirs.occurrence, workspaceId: mine, seriesId: theirs.series.id },
      theirs.occurrence.scheduledId,
    ),
  'series-occurrences.releaseOccurrences': (tx, n) =>
    occurrences.releaseOccurrences(tx, heldOf(n), [n.theirs.occurrence]),
  'series.listSeriesFor': (tx, { mine, theirs }) => series.listSeriesFor(tx, mine, theirs.memberId, 100),
  'workspace-series.listSeriesOfWorkspace': (tx, { mine, me, theirs }) =>
    listSeriesOfWorkspace(tx, mine, { readerId: me, authorId: theirs.series.authorId, limit: 100 }),
  'series.listOwnerless': (tx, { mine }) => series.listOwnerless(tx, mine, GONE_CAUSES, 100),
}
