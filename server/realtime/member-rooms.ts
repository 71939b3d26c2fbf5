/**
 * Makes a connected member's rooms agree with MySQL: leaves and purges what was lost, joins what was won. The order
 * is what makes it safe: join first, then have the topics confirmed, then read heads, so every change is either in
 * the heads or arrives as a frame.
 */
import type { Db } from '#server/mysql/connect.ts'
import { loadMemberRooms, loadRoomStates, type RoomState } from '#server/mysql/gateway-reads.ts'
import { conversationTopic, memberTopic } from '#server/domain/partition/redis-keys.ts'
import { toHead, type FanOut } from './fan-out.ts'
import type { ConnectedMember, RoomTable } from './room-table.ts'
import type { TopicSubscriptions } from './topic-subscriptions.ts'

type Parts = { db: Db; table: RoomTable; topics: TopicSubscriptions; fanOut: FanOut }

/** One pass for a member who has been greeted: tells the heads of what was won. */
export async function reconcileMember(parts: Parts, member: ConnectedMember): Promise<void> {
  const { db, table, topics } = parts
  const states = await loadMemberRooms(db, member.workspaceId, member.memberId)
  const won = agree(parts, member, states)
  if (won.length === 0) return
  const ids = won.map((state) => state.conversationId)
  await topics.confirmed(ids.map(conversationTopic))
  const heads = await loadRoomStates(db, member.workspaceId, ids)
  if (!table.isConnected(member)) return
  const readable = heads.filter((state) => member.rooms.has(state.conversationId)).map(toHead)
  for (const socket of member.sockets) socket.emit('heads', readable)
}

/** The first pass for a new socket. @returns where each of the member's conversations stands, read after subscribing */
export async function openMember(parts: Parts, member: ConnectedMember): Promise<RoomState[]> {
  const { db, topics } = parts
  agree(parts, member, await loadMemberRooms(db, member.workspaceId, member.memberId))
  const subscribed = [...member.rooms.keys()].map(conversationTopic)
  await topics.confirmed([memberTopic(member.memberId), ...subscribed])
  const states = await loadMemberRooms(db, member.workspaceId, member.memberId)
  const wonMeanwhile = agree(parts, member, states)
  // Subscribed only now, so the heads just read may miss a change: the next pass reads them again.
  if (wonMeanwhile.length > 0)
    await topics.confirmed(wonMeanwhile.map((state) => conversationTopic(state.conversationId)))
  return wonMeanwhile.length > 0 ? loadMemberRooms(db, member.workspaceId, member.memberId) : states
}

/** @returns what was won */
function agree({ table, fanOut }: Parts, member: ConnectedMember, states: readonly RoomState[]): RoomState[] {
  if (!table.isConnected(member)) return []
  const now = new Set(states.map((state) => state.conversationId))
  for (const [conversationId, room] of [...member.rooms]) if (!now.has(conversationId)) fanOut.revoke(room, member)
  const won = states.filter((state) => !member.rooms.has(state.conversationId))
  for (const state of won) table.join(member, state)
  return won
}
