/**
 * Spans as `traced` asks for them, and each once more in the trace of every message it is about: there they begin with
 * the request that made the message and end with the frame on its way to a browser, whatever process did it and when.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type * as OtelApi from '@opentelemetry/api'
import type { Context, Span, Tracer as OtelTracer } from '@opentelemetry/api'
import type { IdGenerator } from '@opentelemetry/sdk-trace'
import type { MessageId } from '#server/domain/ids.ts'
import { messageSpanId, messageTraceId } from '#server/domain/operations/message-trace.ts'
import { MESSAGE_IDS, type SpanFacts, type Tracer } from '#server/domain/operations/trace.ts'

type Api = typeof OtelApi

/** Random ids, unless the next span is to be a certain one. */
export type Ids = IdGenerator & { next: { traceId: string; spanId: string } | null }

export function createIds(random: IdGenerator): Ids {
  const ids: Ids = {
    next: null,
    generateTraceId: () => ids.next?.traceId ?? random.generateTraceId(),
    generateSpanId: () => ids.next?.spanId ?? random.generateSpanId(),
  }
  return ids
}

/** A context of our own, not the API's global one: Next would add spans with whole addresses to that. */
type Around = {
  name: string
  span: Span
  context: Context
  outer: Around | undefined
  parts: number
  started_ms: number
  failed: boolean
  /** What it is called in the traces of messages that began in it; the outermost as the message itself. */
  copyId: string
  begun: MessageId[]
}

export function createTracer(api: Api, otel: OtelTracer, ids: Ids): Tracer {
  const around = new AsyncLocalStorage<Around>()

  function copyInto(
    id: MessageId,
    { name, span, started_ms, failed }: Around,
    spanId: string | null,
    parentId: string | null,
  ) {
    const traceId = messageTraceId(id)
    const parent = { traceId, spanId: parentId ?? '', traceFlags: api.TraceFlags.SAMPLED, isRemote: true }
    ids.next = spanId ? { traceId, spanId } : null
    const copy = otel.startSpan(
      `message: ${name}`,
      { startTime: started_ms, links: [{ context: span.spanContext() }], attributes: { [MESSAGE_IDS]: [id] } },
      parentId ? api.trace.setSpanContext(api.ROOT_CONTEXT, parent) : api.ROOT_CONTEXT,
    )
    ids.next = null
    if (failed) copy.setStatus({ code: api.SpanStatusCode.ERROR })
    copy.end(Date.now())
  }

  /** Each within what was around it, the outermost first of all. */
  function tellBegun(here: Around): void {
    const nameIn = (one: Around, id: MessageId) => (one.outer ? one.copyId : messageSpanId(id))
    for (const id of here.begun) copyInto(id, here, nameIn(here, id), here.outer ? nameIn(here.outer, id) : null)
    here.outer?.begun.push(...here.begun)
  }

  return async (name, work, { before, after, onlyWithParts = false, begins = false }, args) => {
    const outer = around.getStore()
    const parent = outer?.context ?? api.ROOT_CONTEXT
    const known = before ? before(...args) : {}
    const span = otel.startSpan(name, { attributes: toAttributes(known) }, parent)
    const context = api.trace.setSpan(parent, span)
    const here: Around = {
      name,
      span,
      context,
      outer,
      parts: 0,
      started_ms: Date.now(),
      failed: false,
      copyId: ids.generateSpanId(),
      begun: [],
    }
    // A span that never ends is never exported, nor kept anywhere.
    const end = (facts: SpanFacts) => {
      span.setAttributes(toAttributes(facts))
      span.end()
      const about = messagesOf({ ...known, ...facts })
      if (begins) here.begun.push(...about)
      else for (const id of about) copyInto(id, here, null, messageSpanId(id))
      tellBegun(here)
      if (outer) outer.parts++
    }
    try {
      const result = await around.run(here, () => work(...args))
      const facts = after ? after(result, ...args) : {}
      if (facts !== null && (!onlyWithParts || here.parts > 0)) end(facts)
      return result
    } catch (error) {
      here.failed = true
      markFailed(api, span, error)
      end({})
      throw error
    }
  }
}

const messagesOf = (facts: SpanFacts) => (facts[MESSAGE_IDS] ?? []) as readonly MessageId[]

/** An error's message may quote what somebody typed: only its kind and code are told. */
function markFailed(api: Api, span: Span, error: unknown): void {
  const code = (error as { code?: unknown } | null)?.code
  span.setAttribute('error.type', typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown')
  span.setStatus({ code: api.SpanStatusCode.ERROR })
}

const toAttributes = (facts: SpanFacts) =>
  Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, typeof value === 'object' ? [...value] : value]))
