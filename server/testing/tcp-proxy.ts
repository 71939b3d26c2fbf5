/**
 * A wire between a process and its database that a test can cut at an exact moment: at a statement, before the server
 * sees it or after it was carried out but before the answer arrives.
 */
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net'

export type CutAt = {
  statement: RegExp
  /** `before`: the server never sees it. `after`: it is carried out, and the answer is lost. */
  when: 'before' | 'after'
  /** Afterwards nothing gets through any more, as if the process had died. */
  forGood?: boolean
}

export const BEGIN = /BEGIN$/
export const COMMIT = /COMMIT$/

export type TcpProxy = {
  /** The same address, through the wire. */
  url(direct: string): string
  /** Cuts what is open; what connects anew gets through. */
  cut(): void
  /** Swallows every byte in both directions, connections standing, until `pass`: a network that drops everything. */
  swallow(): void
  /** Cuts what is open and refuses what connects. */
  refuse(): Promise<void>
  /** Ends `refuse` and `swallow`, on the same port. */
  pass(): Promise<void>
  /** The next time the statement is sent. @returns resolves once it was cut */
  cutAt(where: CutAt): Promise<void>
  close(): Promise<void>
}

type Pair = { client: Socket; server: Socket; losesAnswer: boolean }
type Armed = CutAt & { done: () => void }

/** @param direct URL of the server behind the wire */
export async function openTcpProxy(direct: string): Promise<TcpProxy> {
  const target = new URL(direct)
  const pairs = new Set<Pair>()
  let armed: Armed | null = null
  let swallows = false
  let listener = createServer(accept)
  const port = await listen(listener, 0)

  function cut(): void {
    for (const { client, server } of pairs) {
      client.destroy()
      server.destroy()
    }
    pairs.clear()
  }
  async function refuse(): Promise<void> {
    const closed = new Promise((resolve) => listener.close(resolve))
    cut()
    await closed
  }
  function strike({ forGood, done }: Armed): void {
    armed = null
    void (forGood ? refuse() : Promise.resolve(cut())).then(done)
  }
  function accept(client: Socket): void {
    const server = connect(Number(target.port), target.hostname)
    const pair: Pair = { client, server, losesAnswer: false }
    pairs.add(pair)
    client.on('data', (chunk) => {
      if (swallows) return
      const isHit = armed !== null && armed.statement.test(chunk.toString('latin1'))
      if (isHit && armed?.when === 'before') return strike(armed)
      pair.losesAnswer ||= isHit
      server.write(chunk)
    })
    server.on('data', (chunk) => {
      if (swallows) return
      if (pair.losesAnswer && armed) strike(armed)
      else client.write(chunk)
    })
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => {
        other.destroy()
        pairs.delete(pair)
      })
    }
  }

  return {
    url: (address) => Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(port) }).href,
    cut,
    refuse,
    swallow: () => {
      swallows = true
    },
    pass: async () => {
      swallows = false
      if (listener.listening) return
      listener = createServer(accept)
      await listen(listener, port)
    },
    cutAt: (where) => new Promise((done) => (armed = { ...where, done })),
    close: async () => {
      if (listener.listening) await refuse()
    },
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}
