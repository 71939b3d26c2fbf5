/**
 * What somebody left behind when they were shut out goes to another member (C1, C5).
 *
 * The new author is the author from then on, in every sense: the message appears under their name, they alone may change
 * it, it is sent by their rights at its second, and they are told if it fails. Who wrote it stays in the history. It goes
 * only to somebody who may post in that conversation now, so nobody learns a text that was not meant for a place they
 * are in.
 */
import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { DomainError, type ErrorCode } from '#server/domain/errors.ts'
import type { MemberId, MessageId } from '#server/domain/ids.ts'
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { checkChangeable } from '#server/domain/scheduled-message/state.ts'
import { addNotices } from '#server/mysql/audit.ts'
import type { Db, Tx } from '#server/mysql/connect.ts'
import { loadMember } from '#server/mysql/members.ts'
import { handOverRow, type ScheduledRow } from '#server/mysql/scheduled-messages.ts'
import { listPendingOfWorkspace } from '#server/mysql/workspace-pending.ts'
import { readAdminPolicy } from '#server/mysql/workspace-rules.ts'
import { readWriterFacts, writerKey } from '#server/mysql/writer-facts.ts'
import { refusalError } from '../messages/refusal-error.ts'
import type { Resources } from '../resources.ts'
import { noticeOf } from './administer-scheduled.ts'
import { tellOfChanges, writeChange, type Change, type Changed } from './change-scheduled.ts'
import { signalAdministrators } from './signal-authors.ts'

export type HandOverInput = {
  from: MemberId
  to: MemberId
  /** Only these; otherwise all that is left. */
  ids?: MessageId[]
}
export type HandOverOutcome = { id: MessageId; refused: ErrorCode | null }

/** Calls for more are answered with what was done; asked again, the rest follows. */
const MOST_AT_ONCE = 200

/**
 * Each in a transaction of its own, told one by one.
 * @throws DomainError `not_found`, or `not_allowed` where `from` has not left, `to` has or is no person, or is the actor, who
 * may not read it
 */
export async function handOver(resources: Resources, actor: Actor, input: HandOverInput): Promise<HandOverOutcome[]> {
  authorize(actor, { to: 'hand-over-scheduled' })
  await checkPeople(resources, actor, input)
  if (input.to === actor.memberId) await authorizeReading(resources.mysql.read, actor)
  const ids = (input.ids ?? (await listLeft(resources, actor, input.from))).slice(0, MOST_AT_ONCE)
  const changes: Changed[] = []
  const outcomes: HandOverOutcome[] = []
  for (const id of ids) {
    try {
      changes.push(await writeChange(resources, actor, id, giveTo(resources, actor, input), belongsTo(input.from, id)))
      outcomes.push({ id, refused: null })
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      outcomes.push({ id, refused: error.code })
    }
  }
  await tellOfChanges(resources, changes, ['scheduled', 'notices'])
  if (changes.length > 0) await signalAdministrators(resources, actor.workspaceId)
  return outcomes
}

/** Read before the first transaction: nobody comes back once shut out, and the send checks the new author again. */
async function checkPeople(r: Resources, actor: Actor, { from, to }: HandOverInput): Promise<void> {
  const [leaver, heir] = await Promise.all([
    loadMember(r.mysql.read, actor.workspaceId, from),
    loadMember(r.mysql.read, actor.workspaceId, to),
  ])
  if (!leaver || !heir) throw new DomainError('not_found', { member: leaver ? to : from })
  if (leaver.deactivatedMs === null) throw new DomainError('not_allowed', { action: 'hand-over', member: 'active' })
  if (heir.deactivatedMs !== null || heir.kind === 'bot')
    throw new DomainError('not_allowed', { action: 'hand-over', to: heir.kind === 'bot' ? 'bot' : 'deactivated' })
}

/**
 * Whoever takes over what another wrote reads it: an administrator gives it to themselves only where they may read it.
 * @throws DomainError `not_allowed` unless the workspace's policy allows it
 */
export async function authorizeReading(db: Db, actor: Actor): Promise<void> {
  const { mayRead } = await readAdminPolicy(db, actor.workspaceId)
  authorize(actor, { to: 'read-others-scheduled', allowed: mayRead })
}

async function listLeft(r: Resources, actor: Actor, authorId: MemberId): Promise<MessageId[]> {
  const query = { authorId, readerId: actor.memberId, limit: MOST_AT_ONCE }
  return (await listPendingOfWorkspace(r.mysql.read, actor.workspaceId, query)).rows.map(({ id }) => id)
}

/** Under the lock: another administrator may have been faster. */
const belongsTo =
  (from: MemberId, id: MessageId) =>
  (_: Tx, row: ScheduledRow): void => {
    if (row.authorId !== from) throw new DomainError('not_found', { id })
  }

const giveTo =
  (resources: Resources, actor: Actor, { from, to }: HandOverInput): Change =>
  async (tx, { row, now }) => {
    const isLeft = row.failReason === 'author_deactivated' || row.failReason === 'author_left_workspace'
    if (!isLeft) checkChangeable(row, now)
    await checkHeir(tx, { ...row, authorId: to })
    await handOverRow(tx, row, to, now)
    await addNotices(tx, [noticeOf(resources, actor, row, to, 'handed_over', now)])
    return { kind: 'handed_over', detail: { from, to, sendAt: row.sendAt } }
  }

async function checkHeir(tx: Tx, wanted: ScheduledRow): Promise<void> {
  const fact = (await readWriterFacts(tx, [wanted])).get(writerKey(wanted))
  const refusal = fact ? postingRefusal(fact.posting) : 'channel_deleted'
  // The administrator knows that the conversation is there; that its members are others is all this tells.
  if (refusal === 'not_in_channel') throw new DomainError('not_in_conversation', { member: wanted.authorId })
  if (refusal) throw refusalError(refusal, fact?.kind)
}
