/**
 * Who is connected here and which conversation's frames they get. Plain memory; every right in it was read from MySQL.
 * A room's sockets sit in slices of at most 100, so that one event-loop turn never emits to more.
 */
import type { ConversationId, MemberId, WorkspaceId } from '#server/domain/ids.ts'
import { conversationTopic, memberTopic } from '#server/domain/partition/redis-keys.ts'
import type { RoomState } from '#server/mysql/gateway-reads.ts'
import type { GatewaySocket } from './gateway-socket.ts'
import type { Sequence } from './sequence.ts'
import type { TopicSubscriptions } from './topic-subscriptions.ts'

export const SLICE_SIZE = 100

/** The state of a conversation at which rights were last read. */
export type Confirmed = Pick<RoomState, 'epoch' | 'aclVersion' | 'lastSeq'>

export type Room = {
  readonly workspaceId: WorkspaceId
  readonly conversationId: ConversationId
  /** The oldest reading that any right in this room rests on: a newer version means reload before emitting (I7). */
  confirmed: Confirmed
  /** How far the sockets of this room have been told. */
  told: Pick<RoomState, 'epoch' | 'lastSeq'>
  readonly members: Map<MemberId, ConnectedMember>
  /** Sockets per slice. */
  readonly slices: number[]
}

export type ConnectedMember = {
  readonly workspaceId: WorkspaceId
  readonly memberId: MemberId
  readonly sockets: Set<GatewaySocket>
  readonly rooms: Map<ConversationId, Room>
  /** Readings of this member's rights, one after the other, so that an older one never overrules a newer. */
  readonly inSequence: Sequence
  /** Reads this member's conversations again and makes the rooms agree. */
  readonly reconcile: () => Promise<void>
}

export type RoomTable = ReturnType<typeof createRoomTable>

export const sliceName = (room: Room, slice: number) => `conv:${room.workspaceId}:${room.conversationId}:${slice}`

const keyOf = (workspaceId: WorkspaceId, id: ConversationId | MemberId) => `${workspaceId}:${id}`

export function createRoomTable(topics: TopicSubscriptions) {
  const rooms = new Map<string, Room>()
  const members = new Map<string, ConnectedMember>()
  const byTopic = new Map<string, Set<ConnectedMember>>()

  return {
    rooms: () => [...rooms.values()],
    members: () => [...members.values()],
    room: (workspaceId: WorkspaceId, id: ConversationId) => rooms.get(keyOf(workspaceId, id)),
    member: (workspaceId: WorkspaceId, id: MemberId) => members.get(keyOf(workspaceId, id)),
    /** Ids are unique within a workspace only, so a member's topic may name more than one. */
    membersOfTopic: (topic: string) => [...(byTopic.get(topic) ?? [])],
    size: () => ({ rooms: rooms.size, members: members.size }),
    isConnected: (member: ConnectedMember) => members.get(keyOf(member.workspaceId, member.memberId)) === member,

    addSocket(socket: GatewaySocket, create: () => ConnectedMember): ConnectedMember {
      const { workspaceId, memberId } = socket.data.claims
      const key = keyOf(workspaceId, memberId)
      let member = members.get(key)
      if (!member) {
        member = create()
        members.set(key, member)
        const topic = memberTopic(memberId)
        byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(member))
        topics.retain(topic)
      }
      member.sockets.add(socket)
      for (const room of member.rooms.values()) enterSlice(room, socket)
      return member
    },

    removeSocket(member: ConnectedMember, socket: GatewaySocket): void {
      if (!member.sockets.delete(socket)) return
      for (const room of member.rooms.values()) leaveSlice(room, socket)
      if (member.sockets.size > 0) return
      for (const room of member.rooms.values()) forget(room, member)
      members.delete(keyOf(member.workspaceId, member.memberId))
      const topic = memberTopic(member.memberId)
      const others = byTopic.get(topic)
      others?.delete(member)
      if (others?.size === 0) byTopic.delete(topic)
      topics.release(topic)
    },

    /** @param state read together with the membership, in one statement */
    join(member: ConnectedMember, state: RoomState): void {
      const key = keyOf(member.workspaceId, state.conversationId)
      let room = rooms.get(key)
      if (!room) {
        room = createRoom(member.workspaceId, state)
        rooms.set(key, room)
        topics.retain(conversationTopic(state.conversationId))
      }
      if (room.members.has(member.memberId)) return
      room.confirmed = older(room.confirmed, state)
      room.members.set(member.memberId, member)
      member.rooms.set(state.conversationId, room)
      for (const socket of member.sockets) enterSlice(room, socket)
    },

    leave(member: ConnectedMember, room: Room): void {
      for (const socket of member.sockets) leaveSlice(room, socket)
      forget(room, member)
    },
  }

  function forget(room: Room, member: ConnectedMember): void {
    member.rooms.delete(room.conversationId)
    room.members.delete(member.memberId)
    if (room.members.size > 0) return
    rooms.delete(keyOf(room.workspaceId, room.conversationId))
    topics.release(conversationTopic(room.conversationId))
  }
}

function createRoom(workspaceId: WorkspaceId, state: RoomState): Room {
  return {
    workspaceId,
    conversationId: state.conversationId,
    confirmed: state,
    told: state,
    members: new Map(),
    slices: [],
  }
}

/** Another epoch's numbers cannot be compared: zero makes every right be read anew. */
export function older(a: Confirmed, b: Confirmed): Confirmed {
  if (a.epoch !== b.epoch) return { epoch: 0, aclVersion: 0, lastSeq: -1 }
  return { epoch: a.epoch, aclVersion: Math.min(a.aclVersion, b.aclVersion), lastSeq: Math.min(a.lastSeq, b.lastSeq) }
}

function enterSlice(room: Room, socket: GatewaySocket): void {
  let slice = room.slices.findIndex((sockets) => sockets < SLICE_SIZE)
  if (slice < 0) slice = room.slices.push(0) - 1
  room.slices[slice] = (room.slices[slice] ?? 0) + 1
  socket.data.slices.set(room.conversationId, slice)
  void socket.join(sliceName(room, slice))
}

function leaveSlice(room: Room, socket: GatewaySocket): void {
  const slice = socket.data.slices.get(room.conversationId)
  if (slice === undefined) return
  room.slices[slice] = (room.slices[slice] ?? 1) - 1
  socket.data.slices.delete(room.conversationId)
  void socket.leave(sliceName(room, slice))
}
