/**
 * What heals a lost signal or frame: the gateway asks MySQL itself. Every round it reads where its rooms stand and
 * whose rights and sessions ended; a room is told only if it is behind, since a socket that was told once keeps it.
 */
import type { Db } from '#server/mysql/connect.ts'
import { loadActiveMembers, loadLiveSessions, loadMemberships, loadRoomStates } from '#server/mysql/gateway-reads.ts'
import type { WorkspaceId } from '#server/domain/ids.ts'
import type { FanOut } from './fan-out.ts'
import type { GatewayCounters } from './gateway-counters.ts'
import type { ConnectedMember, RoomTable } from './room-table.ts'

type Parts = { db: Db; table: RoomTable; fanOut: FanOut; counters: GatewayCounters }

/** Reads the heads of all rooms and tells those that are behind. Also finds rights that changed (by version). */
export async function refreshHeads({ db, table, fanOut, counters }: Parts): Promise<void> {
  for (const [workspaceId, rooms] of byWorkspace(table.rooms())) {
    const byId = new Map(rooms.map((room) => [room.conversationId, room]))
    for (const state of await loadRoomStates(db, workspaceId, [...byId.keys()])) {
      const room = byId.get(state.conversationId)
      if (room) fanOut.state(room, state)
    }
  }
  counters.headsRead_ms = Date.now()
}

/** Closes sockets whose member or session ended, and lets members whose rooms differ from MySQL read them again. */
export async function refreshRights(parts: Pick<Parts, 'db' | 'table'>): Promise<void> {
  const { db, table } = parts
  await closeEndedSessions(parts)
  for (const [workspaceId, members] of byWorkspace(table.members())) {
    const ids = members.map((member) => member.memberId)
    const active = await loadActiveMembers(db, workspaceId, ids)
    const memberships = await loadMemberships(db, workspaceId, ids)
    for (const member of members) {
      if (!active.has(member.memberId)) closeSockets(member)
      else if (!sameKeys(member.rooms, memberships.get(member.memberId) ?? new Set())) await member.reconcile()
    }
  }
}

export function closeSockets(member: ConnectedMember): void {
  for (const socket of [...member.sockets]) socket.disconnect(true)
}

async function closeEndedSessions({ db, table }: Pick<Parts, 'db' | 'table'>): Promise<void> {
  const sockets = table.members().flatMap((member) => [...member.sockets])
  const live = await loadLiveSessions(db, [...new Set(sockets.map((socket) => socket.data.claims.sessionId))])
  for (const socket of sockets) if (!live.has(socket.data.claims.sessionId)) socket.disconnect(true)
}

function byWorkspace<T extends { workspaceId: WorkspaceId }>(all: readonly T[]): Map<WorkspaceId, T[]> {
  const groups = new Map<WorkspaceId, T[]>()
  for (const one of all) {
    const group = groups.get(one.workspaceId)
    if (group) group.push(one)
    else groups.set(one.workspaceId, [one])
  }
  return groups
}

function sameKeys<K>(a: ReadonlyMap<K, unknown>, b: ReadonlySet<K>): boolean {
  return a.size === b.size && [...a.keys()].every((key) => b.has(key))
}
