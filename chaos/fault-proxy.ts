/**
 * One wire of the topology, with everything a network can do to it. Clients connect to a port that never changes; what is
 * behind it may move (a promoted replica). Connections opened while a fault lasts suffer it too.
 */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type WireFault =
  | { kind: 'pass' }
  /** Each chunk arrives later, in both directions and in order. */
  | { kind: 'delay'; ms: number }
  /** Connections end; new ones are refused by being closed at once. */
  | { kind: 'cut' }
  /** As `cut`, with RST instead of FIN. */
  | { kind: 'reset' }
  /** Open, and silent in both directions: only time-outs help. */
  | { kind: 'half-open' }
  /** Requests arrive, answers do not; or the other way round. */
  | { kind: 'one-way'; lost: 'answers' | 'requests' }
  /** Bytes wait and all arrive when it is over. */
  | { kind: 'pause' }

export type Wire = {
  name: string
  port: number
  set(fault: WireFault): void
  /** Ends the connection on which a statement like this is sent next: after the other side got them, before its answer comes back. */
  loseAnswerTo(statement: RegExp): Promise<void>
  moveTo(port: number): void
  close(): Promise<void>
}

export async function openWire(name: string, targetPort: number): Promise<Wire> {
  let fault: WireFault = { kind: 'pass' }
  let target = targetPort
  let resume = () => {}
  let resumed: Promise<void> = Promise.resolve()
  let armed: { statement: RegExp; done: () => void } | null = null
  const pairs = new Set<{ client: Socket; server: Socket }>()

  const end = (how: 'destroy' | 'resetAndDestroy') => {
    for (const { client, server } of pairs) {
      client[how]()
      server.destroy()
    }
    pairs.clear()
  }

  /** @returns whether this chunk may go on now */
  async function passes(direction: 'requests' | 'answers', isOpen: () => boolean): Promise<boolean> {
    if (fault.kind === 'delay') await sleep(fault.ms)
    if (fault.kind === 'pause') await resumed
    if (fault.kind === 'half-open') return false
    if (fault.kind === 'one-way' && fault.lost === direction) return false
    return isOpen()
  }

  const listener = createServer((client) => {
    if (fault.kind === 'cut' || fault.kind === 'reset') {
      client[fault.kind === 'reset' ? 'resetAndDestroy' : 'destroy']()
      return
    }
    const server = connect(target, '127.0.0.1')
    const pair = { client, server }
    pairs.add(pair)
    let losesAnswer: (() => void) | null = null
    const pump = (from: Socket, to: Socket, direction: 'requests' | 'answers') => {
      let queue: Promise<void> = Promise.resolve()
      let waiting = 0
      from.setNoDelay(true)
      from.on('data', (chunk: Buffer) => {
        if (direction === 'requests' && armed && armed.statement.test(chunk.toString('latin1'))) {
          losesAnswer = armed.done
          armed = null
        }
        if (direction === 'answers' && losesAnswer) {
          losesAnswer()
          client.destroy()
          server.destroy()
          return
        }
        if (fault.kind === 'pass' && waiting === 0) return void to.write(chunk)
        waiting++
        queue = queue.then(async () => {
          if (await passes(direction, () => !to.destroyed)) to.write(chunk)
          waiting--
        })
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        to.destroy()
        pairs.delete(pair)
      })
    }
    pump(client, server, 'requests')
    pump(server, client, 'answers')
  })
  await new Promise<void>((resolve, reject) => {
    listener.once('error', reject)
    listener.listen(0, '127.0.0.1', resolve)
  })

  return {
    name,
    port: (listener.address() as AddressInfo).port,
    set(next) {
      resume()
      if (next.kind === 'pause') resumed = new Promise((resolve) => (resume = resolve))
      // What hung on a silent wire hangs for ever: when it heals, those connections are gone, as after a router's restart.
      if (fault.kind === 'half-open' || fault.kind === 'one-way') end('destroy')
      fault = next
      if (next.kind === 'cut') end('destroy')
      if (next.kind === 'reset') end('resetAndDestroy')
    },
    loseAnswerTo: (statement) => new Promise((done) => (armed = { statement, done })),
    moveTo(port) {
      target = port
      end('destroy')
    },
    close: async () => {
      resume()
      end('destroy')
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}
