/**
 * OpenTelemetry traces over OTLP/HTTP, off unless OTEL_EXPORTER_OTLP_ENDPOINT names a collector; the SDK is loaded only
 * then. Export happens aside, every five seconds: a collector that is slow or away costs spans and nothing else.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import type * as OtelApi from '@opentelemetry/api'
import type { Context, Span, Tracer as OtelTracer } from '@opentelemetry/api'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { armTracing, type SpanFacts, type Tracer } from '#server/domain/operations/trace.ts'
import type { Env } from './env.ts'

type Api = typeof OtelApi

/** @returns ends tracing and hands over what is left; null where nobody listens */
export async function startTracing(
  env: Pick<Env, 'OTEL_EXPORTER_OTLP_ENDPOINT'>,
  processName: string,
): Promise<(() => Promise<void>) | null> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return null
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http')
  return traceInto(new OTLPTraceExporter({ url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces` }), processName)
}

/** @param exporter tests bring one that keeps spans in memory */
export async function traceInto(exporter: SpanExporter, processName: string): Promise<() => Promise<void>> {
  const [api, { BatchSpanProcessor, TracerProvider }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
  ])
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'carillon',
      'service.name': `carillon-${processName}`,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  armTracing(createTracer(api, provider.getTracer('carillon')))
  return async () => {
    armTracing(null)
    await provider.shutdown()
  }
}

/** A context of our own, not the API's global one: Next would add spans with whole addresses to that. */
type Around = { context: Context; parts: number }

function createTracer(api: Api, otel: OtelTracer): Tracer {
  const around = new AsyncLocalStorage<Around>()
  return async (name, work, { before, after, onlyWithParts = false }, args) => {
    const outer = around.getStore()
    const parent = outer?.context ?? api.ROOT_CONTEXT
    const span = otel.startSpan(name, before ? { attributes: toAttributes(before(...args)) } : {}, parent)
    const here: Around = { context: api.trace.setSpan(parent, span), parts: 0 }
    // A span that never ends is never exported, nor kept anywhere.
    const end = () => {
      span.end()
      if (outer) outer.parts++
    }
    try {
      const result = await around.run(here, () => work(...args))
      const facts = after ? after(result, ...args) : {}
      if (facts !== null && (!onlyWithParts || here.parts > 0)) {
        span.setAttributes(toAttributes(facts))
        end()
      }
      return result
    } catch (error) {
      markFailed(api, span, error)
      end()
      throw error
    }
  }
}

/** An error's message may quote what somebody typed: only its kind and code are told. */
function markFailed(api: Api, span: Span, error: unknown): void {
  const code = (error as { code?: unknown } | null)?.code
  span.setAttribute('error.type', typeof code === 'string' ? code : error instanceof Error ? error.name : 'unknown')
  span.setStatus({ code: api.SpanStatusCode.ERROR })
}

const toAttributes = (facts: SpanFacts) =>
  Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, typeof value === 'object' ? [...value] : value]))
