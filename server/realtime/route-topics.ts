import { conversationTopic } from '#server/domain/partition/redis-keys.ts'
import type { Logger } from '#server/process/logger.ts'
import type { TopicListener } from '#server/redis/topics.ts'
import type { FanOut } from './fan-out.ts'
import type { GatewayCounters } from './gateway-counters.ts'
import { readFrame, readSignal } from './read-topic.ts'
import type { ConnectedMember, RoomTable } from './room-table.ts'
import { closeSockets } from './rounds.ts'

type Parts = { listener: TopicListener; table: RoomTable; fanOut: FanOut; counters: GatewayCounters; log: Logger }

const MEMBER_PREFIX = 'member:'

/** Brings each message from Redis to its room or member; what is not understood is dropped and counted. */
export function routeTopics({ listener, table, fanOut, counters, log }: Parts): void {
  listener.onMessage((topic, json) => {
    if (topic.startsWith(MEMBER_PREFIX)) {
      for (const member of table.membersOfTopic(topic)) onSignal(member, json)
      return
    }
    counters.frames++
    const frame = readFrame(json)
    if (typeof frame === 'string') counters.dropped[frame]++
    else if (conversationTopic(frame.conversationId) !== topic) counters.dropped.foreign++
    else fanOut.frame(frame)
  })

  function onSignal(member: ConnectedMember, json: string): void {
    const signal = readSignal(json)
    switch (signal?.type) {
      case 'nudge':
        for (const socket of member.sockets) socket.emit('nudge', signal.about)
        return
      case 'memberships':
        member.reconcile().then(
          () => {
            for (const socket of member.sockets) socket.emit('nudge', ['memberships'])
          },
          (error: unknown) =>
            log.warn({ err: error, member_id: member.memberId }, 'rights not read; the next round will'),
        )
        return
      case 'close':
        closeSockets(member)
        return
      case undefined:
        counters.dropped.malformed++
    }
  }
}
