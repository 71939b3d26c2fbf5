/**
 * Every Redis key and topic name. Fixed for good, like the lane count: a running system holds them.
 * The braces are the Cluster hash tag, so all keys of one partition live on one node.
 */
import {
  decodeBase32,
  encodeBase32,
  type ConversationId,
  type MemberId,
  type MessageId,
  type WorkspaceId,
} from '../ids.ts'
import type { Brand } from '../time/units.ts'
import type { Lane } from './lane-of.ts'

/** ZSET of members scored by `wake_at_ms`. */
export const dueKey = (p: Lane) => `due:{${p}}`
/** ZSET of members scored by the end of their claim, in ms. */
export const claimKey = (p: Lane) => `claim:{${p}}`
/** The load that is under way. */
export const loadingKey = (p: Lane) => `loading:{${p}}`
/** The load that completed: `<redis run id>:<load id>`. Missing or of another run: the lane runs from MySQL. */
export const epochKey = (p: Lane) => `epoch:{${p}}`
/** Topic on which an enqueue due within a tick wakes the dispatchers. */
export const wakeTopic = 'wake'

/** Sharded topic of the frames of one conversation. */
export const conversationTopic = (id: ConversationId) => `conv:{${id}}`
/** Sharded topic of what concerns one member alone. */
export const memberTopic = (id: MemberId) => `member:{${id}}`

/** What stands for a scheduled message in `due` and `claim`: fixed width, so equal scores sort by creation (C10). No body, no version. */
export type DueMember = Brand<string, 'DueMember'>
export type DueRef = { workspaceId: WorkspaceId; id: MessageId }

export const formatDueMember = (ref: DueRef): DueMember =>
  `${encodeBase32(ref.id)}:${encodeBase32(ref.workspaceId)}` as DueMember

/** @throws DomainError `invalid_id` */
export function parseDueMember(member: string): DueRef {
  const [id = '', workspace = ''] = member.split(':')
  return { id: decodeBase32(id) as MessageId, workspaceId: decodeBase32(workspace) as WorkspaceId }
}

/** Counter of one rate limit in one window; short-lived. */
export const limitKey = (name: string) => `limit:{${name}}`
