/** One call per repository function, and the functions that belong to no workspace. A new function must join one of both. */
import type { Call } from './call.ts'
import { FILE_CALLS } from './file-calls.ts'
import { MESSAGE_CALLS } from './message-calls.ts'
import { PEOPLE_CALLS } from './people-calls.ts'
import { ROOM_CALLS } from './room-calls.ts'
import { SEARCH_CALLS } from './search-calls.ts'
import { SERIES_CALLS } from './series-calls.ts'

export const CALLS: Record<string, Call> = {
  ...PEOPLE_CALLS,
  ...ROOM_CALLS,
  ...MESSAGE_CALLS,
  ...SERIES_CALLS,
  ...SEARCH_CALLS,
  ...FILE_CALLS,
}

/** Of the whole shard or of accounts, which belong to no workspace. */
export const OF_NO_WORKSPACE: readonly string[] = [
  'account-workspaces.listWorkspacesOfAccount',
  'account-workspaces.rememberWorkspaceOfAccount',
  'due-rows.countDue',
  'due-rows.listDueOfOthers',
  'due-rows.listOverdue',
  'due-rows.listPastDue',
  'due-rows.listByOtherRules',
  'due-rows.listPending',
  'due-rows.readOldestDueAge',
  'due-rows.tryLockLane',
  'explain-reads.findWorkspaceOfScheduled',
  'files.listFilesToLookAt',
  'gateway-reads.loadLiveSessions',
  'heartbeats.beat',
  'heartbeats.listHeartbeats',
  'heartbeats.removeHeartbeat',
  'heartbeats.removeSilentHeartbeats',
  'hydration-buckets.forgetBuckets',
  'hydration-buckets.readHydration',
  'hydration-buckets.recordBuckets',
  'hydration-buckets.readBuckets',
  'minute-figures.addFailures',
  'minute-figures.addLateness',
  'minute-figures.readFailures',
  'minute-figures.readLateness',
  'minute-figures.removeOldFigures',
  'now.loadDbNow',
  'outbox.listStaleOutbox',
  'outbox.readOutboxSize',
  'search-cursors.listBehind',
  'series.decideThePast',
  'series.listSeriesToLookAt',
  'sessions.readSessions',
  'whole-tables.emptyTable',
  'whole-tables.hasRows',
  'whole-tables.insertCells',
  'whole-tables.listAppliedMigrations',
  'whole-tables.listWholeTables',
  'whole-tables.raiseEpochs',
  'whole-tables.stayAwake',
  'whole-tables.streamRows',
]
