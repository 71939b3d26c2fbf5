/** Loopback ports: which are free, and whether the right kind of server answers on one. */
import net from 'node:net'

/** A port nobody listens on right now. Another program may still take it, so callers retry. */
export function freePort() {
  return listenOnce(0)
}

/**
 * `wanted` if free, else the next free one above it.
 * @param {number} wanted
 * @param {string} host
 */
export async function freePortFrom(wanted, host = '127.0.0.1') {
  for (let port = wanted; port < wanted + 100 && port < 65_536; port++) {
    if (await isFree(port, host)) return port
  }
  throw new Error(`no free port between ${wanted} and ${wanted + 99}: set PORT or GATEWAY_PORT`)
}

/**
 * @param {number} port
 * @param {string} host
 */
export async function isFree(port, host = '127.0.0.1') {
  try {
    await listenOnce(port, host)
    return true
  } catch {
    return false
  }
}

/**
 * True when a MySQL or MariaDB server greets on the port. Its first packet states protocol 10; an error packet has 0xff there.
 * @param {number} port
 */
export function databaseAnswers(port) {
  return probe(port, '', (reply) => reply[4] === 10)
}

/**
 * True when a Redis server answers and has finished loading. `-NOAUTH` comes from a ready server that wants its password.
 * @param {number} port
 */
export function redisAnswers(port) {
  return probe(port, 'PING\r\n', (reply) => /^(\+PONG|-NOAUTH)/.test(reply.toString('latin1')))
}

/**
 * True when anything accepts a connection.
 * @param {number} port
 * @param {string} host
 */
export function accepts(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const socket = net.connect(port, host)
    const end = (/** @type {boolean} */ answer) => resolve((socket.destroy(), answer))
    socket.setTimeout(1000, () => end(false))
    socket.once('error', () => end(false)).once('connect', () => end(true))
  })
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<number>}
 */
function listenOnce(port, host = '127.0.0.1') {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port))
    })
  })
}

/**
 * @param {number} port
 * @param {string} hello sent after connecting
 * @param {(reply: Buffer) => boolean} accept
 * @returns {Promise<boolean>}
 */
function probe(port, hello, accept) {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1')
    const end = (/** @type {boolean} */ answer) => resolve((socket.destroy(), answer))
    socket.setTimeout(1000, () => end(false))
    socket.once('error', () => end(false)).once('close', () => end(false))
    socket.once('connect', () => hello && socket.write(hello))
    socket.once('data', (reply) => end(accept(reply)))
  })
}
