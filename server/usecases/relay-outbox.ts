import { RELAYED_AFTER_MS } from '#server/domain/operations/rhythm.ts'
import { faultPoint } from '#server/domain/operations/fault-point.ts'
import { traced } from '#server/domain/operations/trace.ts'
import { listChanges } from '#server/mysql/catch-up.ts'
import { deleteOutbox, listStaleOutbox, type OutboxRange, type OutboxWork } from '#server/mysql/outbox.ts'
import { readRelayHead } from '#server/mysql/relay-reads.ts'
import type { Frame } from '#server/protocol/frame.ts'
import { FRAME_VERSION } from '#server/protocol/frame-format.ts'
import { publishToTopics } from '#server/redis/topics.ts'
import { factsOfFrames, type SignalTo } from './publish-committed.ts'
import type { Resources } from './resources.ts'
import { changeOf } from './sync/catch-up.ts'

const BATCH = 100
/** Of changes in one frame; a longer range is told by an empty frame, and clients catch up. */
const CHANGES_PER_FRAME = 500

/**
 * Publishes what senders committed but could not tell, oldest first. Frames are built again from the rows, so they say
 * what is true now. May repeat what was told already: clients compare numbers (I6).
 * @returns how many debts were settled
 * @throws if MySQL or Redis is away
 */
export const relayOutbox = traced('relay', relay, {
  after: (told) => (told === 0 ? null : { 'carillon.told': told }),
})

const publishAgain = traced('publish again', publishToTopics<Frame>, { before: (_, frames) => factsOfFrames(frames) })

async function relay(resources: Pick<Resources, 'mysql' | 'redis'>): Promise<number> {
  if (resources.redis.runId() === null) return 0
  const stale = await listStaleOutbox(resources.mysql.read, RELAYED_AFTER_MS, BATCH)
  if (stale.length === 0) return 0
  // Together: one by one, what a minute without Redis leaves behind would take minutes to tell.
  const frames = await Promise.all(
    stale.flatMap(({ work }) => work.ranges.map((range) => rebuildFrame(resources, range))),
  )
  await publishAgain(
    resources.redis,
    frames.filter((frame) => frame !== null),
    stale.flatMap(({ work }) => signalsOf(work)),
  )
  faultPoint('relay-before-delete')
  await deleteOutbox(
    resources.mysql.read,
    stale.map(({ ref }) => ref),
  )
  return stale.length
}

async function rebuildFrame({ mysql }: Pick<Resources, 'mysql'>, range: OutboxRange): Promise<Frame | null> {
  const [workspaceId, conversationId, fromSeq, toSeq] = range
  const head = await readRelayHead(mysql.read, workspaceId, conversationId)
  if (!head) return null
  const isShort = toSeq - fromSeq < CHANGES_PER_FRAME
  const rows = isShort
    ? await listChanges(mysql.read, workspaceId, conversationId, fromSeq - 1, toSeq, CHANGES_PER_FRAME)
    : []
  // A row changed again since has a higher number and is missing here. A frame that is not whole has an empty range:
  // it tells clients where the conversation stands, and they catch up.
  const isWhole = rows.length === toSeq - fromSeq + 1
  return {
    v: FRAME_VERSION,
    workspaceId,
    conversationId,
    epoch: head.epoch,
    aclVersion: head.aclVersion,
    fromSeq: isWhole ? fromSeq : toSeq + 1,
    toSeq,
    changes: isWhole ? rows.map(changeOf) : [],
  }
}

/** The row does not say what its sender would have told each member: whatever a transaction can owe one. */
function signalsOf(work: OutboxWork): SignalTo[] {
  return work.members.flatMap(([, memberId]): SignalTo[] => [
    { memberId, signal: { type: 'memberships' } },
    { memberId, signal: { type: 'nudge', about: ['scheduled', 'notices'] } },
  ])
}
