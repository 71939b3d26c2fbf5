/**
 * Child process of `bench fanout`: thousands of sockets that speak just enough WebSocket and Socket.IO to sit in a room,
 * because real clients would cost more than the gateway that is measured.
 */
import { connect, type Socket } from 'node:net'
import { createTicket } from '#server/realtime/ticket.ts'
import type { MemberId, WorkspaceId } from '#server/domain/ids.ts'

export type FanPlan = {
  ports: number[]
  ticketSecret: string
  holders: { workspaceId: WorkspaceId; memberId: MemberId; sessionId: string }[]
}
export type FromClients = { connected: number } | { round: number; got: number; last_ms: number }

const AT_ONCE = 50
const TELL_EVERY_MS = 20
const MARK = Buffer.from('"text":"fan:')
/** The number of a round and what ends it. */
const NUMBER = 6
const HELLO = Buffer.from('42["hello"')
const ENGINE_OPEN = Buffer.from('0{"sid"')
/** A text frame of one byte: the server's ping is `2`, the answer `3`. */
const PING = Buffer.from([0x81, 0x01, 0x32])
/** Clients must mask what they send; a key of zeros leaves it readable. */
const PONG = Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x33])
const UPGRADE =
  'GET /socket/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Key: YmVuY2hiZW5jaGJlbmNoYg==\r\nSec-WebSocket-Version: 13\r\n\r\n'

const plan = JSON.parse(await readPlan()) as FanPlan
const now = () => performance.timeOrigin + performance.now()
const rounds = new Map<number, { got: number; last_ms: number }>()
const changed = new Set<number>()
setInterval(() => {
  for (const round of changed) tell({ round, ...(rounds.get(round) ?? { got: 0, last_ms: 0 }) })
  changed.clear()
}, TELL_EVERY_MS)

let next = 0
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    while (next < plan.holders.length) await join(next++)
  }),
)
tell({ connected: plan.holders.length })

/** Resolves when the gateway has said hello. */
function join(i: number): Promise<void> {
  const holder = plan.holders[i]
  const socket = connect(plan.ports[i % plan.ports.length] ?? 0, '127.0.0.1')
  socket.setNoDelay(true)
  socket.write(UPGRADE)
  return new Promise((resolve, reject) => {
    let [isAsked, isIn] = [false, false]
    let tail: Buffer = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      const seen = tail.length > 0 ? Buffer.concat([tail, chunk]) : chunk
      // Also one that came together with a message: a client that leaves it unanswered is let go.
      if (isIn && seen.includes(PING)) socket.write(PONG)
      const rest = countMarks(seen)
      if (!isAsked && holder && seen.includes(ENGINE_OPEN)) {
        isAsked = true
        sendText(socket, `40${JSON.stringify({ ticket: createTicket(plan.ticketSecret, holder, Date.now()) })}`)
        tail = Buffer.alloc(0)
        return
      }
      if (!isIn && seen.includes(HELLO)) {
        isIn = true
        resolve()
      }
      tail = Buffer.from(rest)
    })
  })
}

/** @returns what may be the beginning of a mark that goes on in the next chunk; one that was counted is not in it */
function countMarks(seen: Buffer): Buffer {
  let from = 0
  for (;;) {
    const mark = seen.indexOf(MARK, from)
    if (mark < 0) return seen.subarray(Math.max(from, seen.length - MARK.length + 1))
    const number = mark + MARK.length
    if (number + NUMBER > seen.length) return seen.subarray(mark)
    count(Number.parseInt(seen.toString('latin1', number, number + NUMBER), 10))
    from = number
  }
}

function count(round: number): void {
  rounds.set(round, { got: (rounds.get(round)?.got ?? 0) + 1, last_ms: now() })
  changed.add(round)
}

function sendText(socket: Socket, text: string): void {
  const body = Buffer.from(text)
  const length =
    body.length < 126
      ? Buffer.from([0x80 | body.length])
      : Buffer.from([0x80 | 126, body.length >> 8, body.length & 255])
  socket.write(Buffer.concat([Buffer.from([0x81]), length, Buffer.alloc(4), body]))
}

function readPlan(): Promise<string> {
  return new Promise((resolve) => process.once('message', (message) => resolve(String(message))))
}

function tell(message: FromClients): void {
  process.send?.(message)
}
