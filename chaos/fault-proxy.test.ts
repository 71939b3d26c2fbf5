/** Each fault of a wire does what it says: a proxy that breaks nothing would make every run look good. */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { waitUntil } from '#server/testing/wait-until.ts'
import { openWire, type Wire } from './fault-proxy.ts'

/** Answers every line with the same line. */
let server: Server
let wire: Wire
let heard: string[]
const sockets: Socket[] = []

beforeAll(async () => {
  server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      heard.push(chunk.toString())
      socket.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  heard = []
  wire = await openWire('test', (server.address() as AddressInfo).port)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await wire.close()
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function open() {
  const socket = connect(wire.port, '127.0.0.1')
  sockets.push(socket)
  const seen = { socket, answers: [] as string[], closed: false }
  socket.on('data', (chunk) => void seen.answers.push(chunk.toString()))
  socket.on('error', () => {})
  socket.on('close', () => (seen.closed = true))
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return seen
}
const asks = async (line: string) => {
  const one = await open()
  one.socket.write(line)
  return one
}
const isAnswered = (one: { answers: string[] }, line: string) =>
  waitUntil(`an answer to ${line}`, () => one.answers.join('').includes(line), 2_000)

test('passes what it is given', async () => isAnswered(await asks('hello'), 'hello'))

test('delays in both directions', async () => {
  const one = await open()
  wire.set({ kind: 'delay', ms: 60 })
  const started = performance.now()
  one.socket.write('late')
  await isAnswered(one, 'late')
  expect(performance.now() - started).toBeGreaterThan(110)
})

test('cuts and resets what is open, and closes what comes', async () => {
  for (const kind of ['cut', 'reset'] as const) {
    const before = await open()
    wire.set({ kind })
    await waitUntil('the open one is gone', () => before.closed)
    const after = await open()
    await waitUntil('the new one too', () => after.closed)
    wire.set({ kind: 'pass' })
  }
})

test('half-open swallows everything and closes nothing', async () => {
  const one = await open()
  wire.set({ kind: 'half-open' })
  one.socket.write('lost')
  const other = await asks('also lost')
  await new Promise((resolve) => setTimeout(resolve, 80))
  expect([one.closed, other.closed, heard, one.answers]).toEqual([false, false, [], []])
})

test('one-way loses answers, or requests', async () => {
  wire.set({ kind: 'one-way', lost: 'answers' })
  const one = await asks('arrives')
  await waitUntil('it arrives', () => heard.includes('arrives'))
  expect(one.answers).toEqual([])
  wire.set({ kind: 'one-way', lost: 'requests' })
  const other = await asks('never arrives')
  await new Promise((resolve) => setTimeout(resolve, 80))
  expect([heard, other.closed]).toEqual([['arrives'], false])
})

test('a pause holds everything back, in order, until it is over', async () => {
  const one = await open()
  wire.set({ kind: 'pause' })
  one.socket.write('a')
  one.socket.write('b')
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect(heard).toEqual([])
  wire.set({ kind: 'pass' })
  await isAnswered(one, 'ab')
})

test('an answer is lost after its statement was carried out', async () => {
  const one = await open()
  const lost = wire.loseAnswerTo(/COMMIT$/)
  one.socket.write('COMMIT')
  await lost
  await waitUntil('the connection is gone', () => one.closed)
  expect([heard, one.answers]).toEqual([['COMMIT'], []])
})
