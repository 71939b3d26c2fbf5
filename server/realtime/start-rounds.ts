import { setImmediate as nextTurn } from 'node:timers/promises'
import { millis, type Millis } from '#server/domain/time/units.ts'
import type { Db } from '#server/mysql/connect.ts'
import { every } from '#server/process/every.ts'
import type { Logger } from '#server/process/logger.ts'
import { NUDGES } from '#server/protocol/socket-events.ts'
import type { TopicListener } from '#server/redis/topics.ts'
import type { FanOut } from './fan-out.ts'
import type { GatewayCounters } from './gateway-counters.ts'
import { SLICE_SIZE, type RoomTable } from './room-table.ts'
import { refreshHeads, refreshRights } from './rounds.ts'

export type RoundTimes = {
  /** Heads and rights, always. */
  refresh: Millis
  /** Heads, while Redis is away: what people then wait for a message. */
  awayHeads: Millis
  /** Rights and a nudge about everything, while Redis is away. */
  awayNudge: Millis
}

const TIMES: RoundTimes = { refresh: millis(15_000), awayHeads: millis(1_000), awayNudge: millis(5_000) }
const MAX_BACKOFF = millis(15_000)

type Parts = {
  db: Db
  table: RoomTable
  fanOut: FanOut
  counters: GatewayCounters
  listener: TopicListener
  log: Logger
}

/** @returns stops all of them */
export function startRounds(parts: Parts, given: Partial<RoundTimes> = {}): () => void {
  const times = { ...TIMES, ...given }
  const { listener, table, log } = parts
  const stop = new AbortController()
  const loop = (idle: Millis, pass: () => Promise<void>) =>
    void every({ idle, maxBackoff: MAX_BACKOFF, signal: stop.signal, log }, async () => {
      await pass()
      return 0
    })
  const isAway = () => listener.state() === 'away'

  loop(times.refresh, async () => {
    await refreshHeads(parts)
    await refreshRights(parts)
  })
  loop(times.awayHeads, async () => {
    if (isAway()) await refreshHeads(parts)
  })
  loop(times.awayNudge, async () => {
    if (!isAway()) return
    await refreshRights(parts)
    await nudgeEveryone(table)
  })
  listener.onStateChange((state) => {
    log.info({ state }, 'redis topics')
    // Whatever was published in between is told by the heads; lost signals by the rights.
    if (state === 'ready' && !stop.signal.aborted) void catchUp()
  })
  async function catchUp(): Promise<void> {
    try {
      await refreshHeads(parts)
      await refreshRights(parts)
      await nudgeEveryone(table)
    } catch (error) {
      log.warn({ err: error }, 'heads not read after redis came back; the next round will')
    }
  }
  return () => stop.abort()
}

async function nudgeEveryone(table: RoomTable): Promise<void> {
  let told = 0
  for (const member of table.members()) {
    for (const socket of member.sockets) socket.emit('nudge', [...NUDGES])
    if (++told % SLICE_SIZE === 0) await nextTurn()
  }
}
