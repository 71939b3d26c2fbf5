import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace'
import { afterEach, expect, test } from 'vitest'
import { laneOf } from '#server/domain/partition/lane-of.ts'
import { traced } from '#server/domain/operations/trace.ts'
import type { EpochMillis } from '#server/domain/time/units.ts'
import { enqueueDue } from '#server/redis/due-queue.ts'
import { createTestWebServer, openBrowser } from '#server/testing/browser.ts'
import { openCollector } from '#server/testing/collector.ts'
import { addConversation, addMember, addWorkspace } from '#server/testing/people.ts'
import { declareLoaded, openDispatcher } from '#server/testing/pipeline.ts'
import { refOf, scheduleDue, scheduleOne } from '#server/testing/scheduling.ts'
import { useTestWorld } from '#server/testing/test-world.ts'
import { dispatchOnce } from '#workers/dispatcher/dispatch-once.ts'
import { startTracing, traceInto } from './start-tracing.ts'

const world = useTestWorld()
const r = () => world().resources

let end: (() => Promise<void>) | null = null
afterEach(() => end?.())

/** Everything that ends while `work` runs. */
async function spansOf(work: () => Promise<unknown>): Promise<ReadableSpan[]> {
  const kept = new InMemorySpanExporter()
  let spans: ReadableSpan[] = []
  const exporter = Object.assign(kept, {
    export: (batch: ReadableSpan[], done: (result: { code: number }) => void) => {
      spans = [...spans, ...batch]
      done({ code: 0 })
    },
  })
  end = await traceInto(exporter, 'test')
  await work().catch(() => undefined)
  await end()
  return spans
}

const named = (spans: ReadableSpan[], name: string) => {
  const found = spans.find((span) => span.name === name)
  if (!found) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
  return found
}
const isPartOf = (inner: ReadableSpan, outer: ReadableSpan) =>
  inner.spanContext().traceId === outer.spanContext().traceId &&
  inner.parentSpanContext?.spanId === outer.spanContext().spanId

test('a schedule and its send are traced from the call to the publication, joined by the message id, without a text (O2)', async () => {
  const author = await addMember(r(), await addWorkspace(r()))
  const conversation = await addConversation(r(), [author])
  await declareLoaded(r())
  const dispatcher = await openDispatcher(r())
  let id = ''
  const spans = await spansOf(async () => {
    const due = await scheduleDue(r(), author, conversation, { text: 'the secret plan' })
    id = due.id
    const ref = refOf(author, due.id)
    await enqueueDue(r().redis, [{ lane: laneOf(conversation), ref, wakeAt_ms: 1 as EpochMillis }])
    await dispatchOnce(dispatcher)
  })

  expect(named(spans, 'schedule').attributes).toMatchObject({ 'carillon.message.ids': [id] })
  const pass = named(spans, 'dispatch')
  const send = named(spans, 'send transaction')
  const publish = spans.filter((span) => span.name === 'publish').at(-1)
  expect(isPartOf(named(spans, 'claim round'), pass)).toBe(true)
  expect(isPartOf(send, pass)).toBe(true)
  expect(send.attributes).toMatchObject({ 'carillon.message.ids': [id], 'carillon.sent': 1, 'carillon.path': 'queue' })
  expect(publish?.attributes).toMatchObject({
    'carillon.outbox.id': send.attributes['carillon.outbox.id'],
    'carillon.conversation.ids': [conversation],
    'carillon.ok': true,
  })
  expect(JSON.stringify(spans.map((span) => [span.name, span.attributes, span.events, span.status]))).not.toContain(
    'secret',
  )
})

test('a pass that finds nothing leaves no span', async () => {
  await declareLoaded(r())
  const dispatcher = await openDispatcher(r())
  expect(await spansOf(() => dispatchOnce(dispatcher))).toEqual([])
})

test('a call of a browser is one trace from the request through each of its procedures', async () => {
  const browser = openBrowser(createTestWebServer(r()))
  const spans = await spansOf(() => browser.query('clock.now'))
  const http = named(spans, 'http /api/trpc')
  const call = named(spans, 'trpc')
  expect(http.attributes).toMatchObject({ 'http.response.status_code': 200, 'url.path': '/api/trpc/clock.now' })
  expect(call.attributes).toMatchObject({ 'rpc.method': 'clock.now', 'carillon.ok': true })
  expect(isPartOf(call, http)).toBe(true)
})

test('a failure is told by its kind, never by its message', async () => {
  const failing = traced('x', async () => {
    throw Object.assign(new Error('Duplicate entry "the secret plan"'), { code: 'ER_DUP_ENTRY' })
  })
  const [span] = await spansOf(failing)
  expect(span?.attributes).toMatchObject({ 'error.type': 'ER_DUP_ENTRY' })
  expect(span?.status).toEqual({ code: 2 })
  expect(span?.events).toEqual([])
})

test('spans reach a collector over OTLP/HTTP; without an address nothing is started', async () => {
  expect(await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: undefined }, 'test')).toBeNull()

  const collector = await openCollector()
  end = await startTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, 'test')
  const author = await addMember(r(), await addWorkspace(r()))
  const { id } = await scheduleOne(r(), author, await addConversation(r(), [author]))
  await end?.()
  collector.close()

  expect(collector.bodies.map(({ path }) => path)).toEqual(collector.bodies.map(() => '/v1/traces'))
  expect(new Set(collector.spans().map(({ service }) => service))).toEqual(new Set(['carillon-test']))
  expect(JSON.stringify(collector.bodies)).toContain(id)
})
