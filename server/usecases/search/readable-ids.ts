/**
 * Which conversations a member may read, kept per process. The transaction that changes a membership renews a stamp; a
 * list whose stamp is another one is read anew, so it is never older than the question (I7).
 */
import type { ConversationId } from '#server/domain/ids.ts'
import { isAllowed, type Actor } from '#server/domain/member/authorize.ts'
import type { Mysql } from '#server/mysql/connect.ts'
import { listConversationIds } from '#server/mysql/memberships.ts'
import { readStamp } from '#server/mysql/reading-stamps.ts'
import { listPublicIds } from '#server/mysql/search-reads.ts'
import type { Resources } from '../resources.ts'

type Kept = { stamp: string; ids: readonly ConversationId[] }

/** Members whose lists are kept, those asked for last: a list of 1,000 is 30 kB. */
const MOST_KEPT = 2_000
const keptOf = new WeakMap<Mysql, Map<string, Kept>>()

export async function loadReadableIds({ mysql }: Resources, actor: Actor): Promise<readonly ConversationId[]> {
  const { workspaceId, memberId } = actor
  const seesPublic = isAllowed(actor, { to: 'read-conversation', conversation: { kind: 'public', isMember: false } })
  const key = `${workspaceId}:${memberId}:${seesPublic}`
  const kept = keptOf.get(mysql) ?? new Map<string, Kept>()
  keptOf.set(mysql, kept)
  // The stamp first: what changes after it makes the list newer than the stamp, never older.
  const stamp = await readStamp(mysql.read, workspaceId, memberId)
  const known = kept.get(key)
  kept.delete(key)
  const ids = known?.stamp === stamp ? known.ids : await readIds(mysql, actor, seesPublic)
  kept.set(key, { stamp, ids })
  const oldest = kept.size > MOST_KEPT ? kept.keys().next() : undefined
  if (oldest && !oldest.done) kept.delete(oldest.value)
  return ids
}

async function readIds(
  { read }: Mysql,
  { workspaceId, memberId }: Actor,
  seesPublic: boolean,
): Promise<ConversationId[]> {
  const own = await listConversationIds(read, workspaceId, memberId)
  return seesPublic ? [...new Set([...own, ...(await listPublicIds(read, workspaceId))])] : own
}
