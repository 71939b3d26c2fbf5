/**
 * OpenTelemetry traces over OTLP/HTTP, off unless OTEL_EXPORTER_OTLP_ENDPOINT names a collector; the SDK is loaded only
 * then. Export happens aside, every five seconds: a collector that is slow or away costs spans and nothing else.
 */
import { hostname } from 'node:os'
import type { SpanExporter } from '@opentelemetry/sdk-trace'
import { armTracing } from '#server/domain/operations/trace.ts'
import { createIds, createTracer } from './create-tracer.ts'
import type { Env } from './env.ts'

/** Spans that wait for their export: a batch of 500 messages ends some 1,500 at once. Beyond it they are dropped. */
const MOST_WAITING = 8_192

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
  const [api, { BatchSpanProcessor, RandomIdGenerator, TracerProvider }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/resources'),
    ])
  const ids = createIds(new RandomIdGenerator())
  const provider = new TracerProvider({
    idGenerator: ids,
    resource: resourceFromAttributes({
      'service.namespace': 'carillon',
      'service.name': `carillon-${processName}`,
      'service.instance.id': `${hostname()}:${process.pid}`,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter, maxQueueSize: MOST_WAITING })],
  })
  armTracing(createTracer(api, provider.getTracer('carillon'), ids))
  return async () => {
    armTracing(null)
    await provider.shutdown()
  }
}
