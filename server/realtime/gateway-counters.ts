/** Figures of one gateway since its start: for `/metrics`, `/healthz` and its heartbeat. */
export type GatewayCounters = {
  /** Frames received from Redis. */
  frames: number
  /** Frames not emitted, by reason; each is healed by heads. */
  dropped: { version: number; malformed: number; foreign: number; unread: number; backlog: number }
  /** Reloads of a conversation's members because its version moved. */
  reloads: number
  /** Sockets that lost the right to a conversation while connected. */
  purges: number
  /** Handshakes refused, by reason. */
  refused: { ticket: number; member: number; away: number }
  /** When heads were last read from MySQL, epoch ms; null before the first time. */
  headsRead_ms: number | null
}

export const createCounters = (): GatewayCounters => ({
  frames: 0,
  dropped: { version: 0, malformed: 0, foreign: 0, unread: 0, backlog: 0 },
  reloads: 0,
  purges: 0,
  refused: { ticket: 0, member: 0, away: 0 },
  headsRead_ms: null,
})
