/**
 * Emits to rooms, in order, at most 100 sockets per event-loop turn (a room of 10,000 in one turn would hold the loop
 * for 273 ms). Before a frame whose version the room does not know, the room's rights are read again: who lost them
 * leaves and purges, who won them joins, and only then the frame goes out (I7). What cannot be emitted is dropped and
 * counted; heads heal it (I6).
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { aboutMessages, traced } from '#server/domain/operations/trace.ts'
import type { Db } from '#server/mysql/connect.ts'
import { loadMembershipChanges, loadRoomStates, type RoomState } from '#server/mysql/gateway-reads.ts'
import type { Logger } from '#server/process/logger.ts'
import { messagesIn, type Frame, type Head } from '#server/protocol/frame.ts'
import type { GatewayCounters } from './gateway-counters.ts'
import type { GatewayServer } from './gateway-socket.ts'
import { older, sliceName, type ConnectedMember, type Room, type RoomTable } from './room-table.ts'

/** A room whose rights cannot be read for longer than this many emits gives up the oldest. */
const BACKLOG = 1_000

type Item = { frame: Frame } | { state: RoomState }

export type FanOut = {
  /** Emits a frame to its room; without such a room here, nothing. */
  frame(frame: Frame): void
  /** Compares what MySQL says with what the room was told, and tells the difference. */
  state(room: Room, state: RoomState): void
  /** Takes a right away at once: no frame follows, and the device is told to forget. */
  revoke(room: Room, member: ConnectedMember): void
}

type Parts = { io: GatewayServer; db: Db; table: RoomTable; counters: GatewayCounters; log: Logger }

export function createFanOut({ io, db, table, counters, log }: Parts): FanOut {
  const queues = new Map<Room, Item[]>()

  function enqueue(room: Room, item: Item): void {
    const queue = queues.get(room)
    if (!queue) {
      const started = [item]
      queues.set(room, started)
      void drain(room, started)
      return
    }
    if (queue.length >= BACKLOG) {
      queue.shift()
      counters.dropped.backlog++
    }
    queue.push(item)
  }

  async function drain(room: Room, queue: Item[]): Promise<void> {
    try {
      for (let item = queue.shift(); item && room.members.size > 0; item = queue.shift()) {
        if ('frame' in item) await emitFrame(room, item.frame)
        else await emitState(room, item.state)
      }
    } catch (error) {
      // Rights could not be read: nothing may go out on old ones. Heads tell the rest when MySQL answers again.
      counters.dropped.unread += queue.length + 1
      log.warn({ err: error, conversation_id: room.conversationId }, 'frames dropped: rights could not be read')
    } finally {
      queues.delete(room)
    }
  }

  const emitFrame = traced('gateway emit', emit, {
    before: factsOfEmit,
  })

  async function emit(room: Room, frame: Frame): Promise<void> {
    if (isNewer(frame, room)) await reload(room)
    if (frame.epoch < room.confirmed.epoch) return
    await emitInSlices(room, (slice) => io.to(slice).emit('frame', frame))
    if (frame.epoch !== room.told.epoch || frame.toSeq > room.told.lastSeq) {
      room.told = { epoch: frame.epoch, lastSeq: frame.toSeq }
    }
  }

  async function emitState(room: Room, state: RoomState): Promise<void> {
    if (isNewer(state, room)) await reload(room)
    if (state.epoch === room.told.epoch && state.lastSeq <= room.told.lastSeq) return
    await emitInSlices(room, (slice) => io.to(slice).emit('heads', [toHead(state)]))
    room.told = state
  }

  async function reload(room: Room): Promise<void> {
    counters.reloads++
    const { workspaceId, conversationId } = room
    const [state] = await loadRoomStates(db, workspaceId, [conversationId])
    if (!state) throw new Error(`conversation ${conversationId} is gone`)
    // Taken together: who joins from here on lowers `confirmed` again if their right was read earlier.
    const since = room.confirmed
    room.confirmed = state
    try {
      const all = since.epoch !== state.epoch
      const changes = await loadMembershipChanges(db, workspaceId, conversationId, all ? -1 : since.lastSeq)
      const active = new Set(changes.filter((change) => change.active).map((change) => change.memberId))
      const lost = all
        ? [...room.members.values()].filter((member) => !active.has(member.memberId))
        : changes.filter((change) => !change.active).map((change) => room.members.get(change.memberId))
      for (const member of lost) if (member) revoke(room, member)
      for (const memberId of active) admit(room, table.member(workspaceId, memberId), state)
    } catch (error) {
      room.confirmed = older(room.confirmed, since)
      throw error
    }
  }

  function admit(room: Room, member: ConnectedMember | undefined, state: RoomState): void {
    if (!member || room.members.has(member.memberId)) return
    table.join(member, state)
    for (const socket of member.sockets) socket.emit('heads', [toHead(state)])
  }

  function revoke(room: Room, member: ConnectedMember): void {
    table.leave(member, room)
    counters.purges++
    for (const socket of member.sockets) socket.emit('purge', [room.conversationId])
  }

  return {
    frame(frame) {
      const room = table.room(frame.workspaceId, frame.conversationId)
      if (room) enqueue(room, { frame })
    },
    state: (room, state) => enqueue(room, { state }),
    revoke,
  }
}

function factsOfEmit(room: Room, frame: Frame) {
  return {
    'carillon.conversation.id': frame.conversationId,
    'carillon.numbers': [`${frame.conversationId}:${frame.fromSeq}-${frame.toSeq}`],
    ...aboutMessages(messagesIn([frame])),
    'carillon.members': room.members.size,
  }
}

export const toHead = (state: RoomState): Head => ({
  conversationId: state.conversationId,
  epoch: state.epoch,
  lastSeq: state.lastSeq,
  lastMessageSeq: state.lastMessageSeq,
})

function isNewer(seen: { epoch: number; aclVersion: number }, room: Room): boolean {
  return seen.epoch !== room.confirmed.epoch || seen.aclVersion > room.confirmed.aclVersion
}

async function emitInSlices(room: Room, emit: (slice: string) => void): Promise<void> {
  for (let slice = 0; slice < room.slices.length; slice++) {
    if (slice > 0) await nextTurn()
    if ((room.slices[slice] ?? 0) > 0) emit(sliceName(room, slice))
  }
}
