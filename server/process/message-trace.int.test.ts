import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { messageTraceId } from '#server/domain/operations/message-trace.ts'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { enqueueDue } from '#server/redis/due-queue.ts'
import { createTestWebServer, openBrowser } from '#server/testing/browser.ts'
import { openCollector, type ToldSpan } from '#server/testing/collector.ts'
import { gatewayRoom } from '#server/testing/gateway-room.ts'
import { addConversation } from '#server/testing/people.ts'
import { declareLoaded, openDispatcher } from '#server/testing/pipeline.ts'
import { moveSendAt, nowSeconds, refOf, sendThese } from '#server/testing/scheduling.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { relayOutbox } from '#server/usecases/relay-outbox.ts'
import { dispatchOnce } from '#workers/dispatcher/dispatch-once.ts'
import { startTracing } from './start-tracing.ts'

const { resources, lossy, connect } = gatewayRoom()

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** Somebody in a room, with a gateway's socket, and a collector that every process of the product tells its spans. */
async function setUp() {
  const browser = openBrowser(createTestWebServer(resources()))
  await browser.signUp()
  const made = await browser.mutate('workspaces.create', { name: 'Acme', displayName: 'Ann', zone: 'Europe/Berlin' })
  const author = { ...(made.data as Pick<Actor, 'workspaceId' | 'memberId'>), role: 'owner', client: 'web' } as const
  const conversationId = await addConversation(resources(), [author])
  const collector = await openCollector()
  ends.push(collector.close)
  return {
    author,
    conversationId,
    socket: await connect(author),
    /** Spans of `work`, as one process tells them. */
    async as<T>(name: string, work: () => Promise<T>): Promise<T> {
      const end = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, name)
      ends.push(() => end?.())
      const result = await work()
      await end?.()
      return result
    },
    async ask(procedure: string, input: object): Promise<MessageId> {
      const common = { workspaceId: author.workspaceId, conversationId, clientToken: randomUUID() }
      const answer = await browser.mutate(procedure, { ...common, text: 'the secret plan', ...input })
      expect(answer.status).toBe(200)
      return (answer.data as { id: MessageId }).id
    },
    traceOf: (id: MessageId) => collector.spans().filter(({ traceId }) => traceId === messageTraceId(id)),
    all: collector.spans,
    told: () => JSON.stringify(collector.bodies),
  }
}

const inAnHour = async () => ({ sendAt: (await nowSeconds(resources())) + 3_600, zone: 'Europe/Berlin' })
const outline = (spans: ToldSpan[]) =>
  spans.map(({ name, service, parentSpanId }) => {
    const parent = spans.find(({ spanId }) => spanId === parentSpanId)
    return `${service}: ${name}${parentSpanId ? ` < ${parent?.name ?? 'nobody'}` : ''}`.replaceAll('message: ', '')
  })

test('one trace holds the request that scheduled a message, its send by another process, and its frame at the gateway (O2)', async () => {
  const room = await setUp()
  const id = await room.as('web', async () => room.ask('scheduled.create', await inAnHour()))
  await moveSendAt(resources(), room.author, id, (await nowSeconds(resources())) - 1)
  await declareLoaded(resources())
  const due = { lane: laneOf(room.conversationId), ref: refOf(room.author, id), wakeAt_ms: 1 as EpochMillis }
  await enqueueDue(resources().redis, [due])
  const dispatcher = await openDispatcher(resources())
  await room.as('worker', async () => {
    await dispatchOnce(dispatcher)
    await waitUntil('the frame arrives', () => room.socket.of('frame').length > 0)
  })

  const trace = room.traceOf(id)
  expect(outline(trace).toSorted()).toEqual([
    'carillon-web: http /api/trpc',
    'carillon-web: schedule < trpc',
    'carillon-web: trpc < http /api/trpc',
    'carillon-worker: gateway emit < http /api/trpc',
    'carillon-worker: publish < http /api/trpc',
    'carillon-worker: send transaction < http /api/trpc',
  ])
  // Each leads to where it happened, with everything that was done there together.
  for (const { name, links } of trace) {
    const [link] = links ?? []
    const original = room.all().find(({ spanId, traceId }) => spanId === link?.spanId && traceId === link.traceId)
    expect(`message: ${original?.name}`).toBe(name)
  }
  expect(room.told()).not.toContain('secret')
})

test('a frame that was lost and told again by the relay stands in the same trace', async () => {
  const room = await setUp()
  const id = await room.as('web', async () => room.ask('scheduled.create', await inAnHour()))
  await moveSendAt(resources(), room.author, id, (await nowSeconds(resources())) - 1)
  await room.as('dispatcher', () => sendThese(lossy(), [refOf(room.author, id)]))
  expect(room.socket.of('frame')).toEqual([])
  await resources().mysql.read.query('UPDATE outbox SET created_ms = created_ms - 10000')
  await room.as('relay', async () => {
    await relayOutbox(resources())
    await waitUntil('the frame arrives', () => room.socket.of('frame').length > 0)
  })
  expect(outline(room.traceOf(id))).toEqual(
    expect.arrayContaining([
      'carillon-web: schedule < trpc',
      'carillon-dispatcher: send transaction < http /api/trpc',
      'carillon-relay: publish again < http /api/trpc',
      'carillon-relay: gateway emit < http /api/trpc',
    ]),
  )
})

test('a typed message is one trace from its request to its frame', async () => {
  const room = await setUp()
  const id = await room.as('web', async () => {
    const posted = await room.ask('messages.post', {})
    await waitUntil('the frame arrives', () => room.socket.of('frame').length > 0)
    return posted
  })
  expect(outline(room.traceOf(id)).toSorted()).toEqual([
    'carillon-web: gateway emit < http /api/trpc',
    'carillon-web: http /api/trpc',
    'carillon-web: post < trpc',
    'carillon-web: publish < http /api/trpc',
    'carillon-web: trpc < http /api/trpc',
  ])
})
