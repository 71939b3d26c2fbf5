import type { ConversationId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { AudienceGroup } from '#server/domain/time/working-hours.ts'
import { countAudience } from '#server/mysql/audiences.ts'
import { loadMember, type Member } from '#server/mysql/members.ts'
import type { Resources } from '../resources.ts'
import { loadReadableConversation } from './load-conversation.ts'

/** An answer serves everybody who asks meanwhile: a large channel is walked over once a minute, not once a keystroke. */
const KEPT_MS = 60_000
const MOST_KEPT = 500

type Kept = { until_ms: number; groups: Promise<AudienceGroup[]> }
const kept = new WeakMap<Resources, Map<string, Kept>>()

/**
 * By which clocks the others in a conversation live; which second suits them is computed where it is chosen. Up to a
 * minute old.
 * @throws DomainError `not_found` for what the actor may not read, too (I7)
 */
export async function loadAudience(r: Resources, actor: Actor, id: ConversationId): Promise<AudienceGroup[]> {
  const { access } = await loadReadableConversation(r.mysql.read, actor, id)
  const groups = await countOnce(r, actor, id)
  const me = access.isMember ? await loadMember(r.mysql.read, actor.workspaceId, actor.memberId) : null
  return me ? withoutOne(groups, me) : groups
}

function countOnce(r: Resources, { workspaceId }: Actor, id: ConversationId): Promise<AudienceGroup[]> {
  const ofProcess = kept.get(r) ?? new Map<string, Kept>()
  kept.set(r, ofProcess)
  const key = `${workspaceId}:${id}`
  const known = ofProcess.get(key)
  if (known && known.until_ms > Date.now()) return known.groups
  ofProcess.delete(key) // and to the end: the first one is always the oldest
  const [oldest] = ofProcess.size >= MOST_KEPT ? ofProcess.keys() : []
  if (oldest !== undefined) ofProcess.delete(oldest)
  const groups = countAudience(r.mysql.read, workspaceId, id)
  ofProcess.set(key, { until_ms: Date.now() + KEPT_MS, groups })
  groups.catch(() => ofProcess.delete(key))
  return groups
}

/** Whoever asks decides for the others. */
function withoutOne(groups: readonly AudienceGroup[], me: Member): AudienceGroup[] {
  const isMine = ({ zone, hours }: AudienceGroup) =>
    zone === me.zone && JSON.stringify(hours) === JSON.stringify(me.workHours)
  return groups
    .map((group) => (isMine(group) ? { ...group, people: group.people - 1 } : group))
    .filter(({ people }) => people > 0)
}
