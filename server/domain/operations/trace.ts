/**
 * Spans from a request to the screen, for whoever has set an exporter (`server/process/start-tracing.ts`). A span tells
 * ids and counts, never a text. Neither rows nor frames carry a trace: what tells `carillon.message.ids` is told in the
 * trace of each of these messages as well (`message-trace.ts`).
 */
import type { MessageId } from '../ids.ts'

export type SpanFacts = Record<string, string | number | boolean | readonly string[]>

export type SpanOptions<A extends unknown[], R> = {
  before?: (...args: A) => SpanFacts
  /** What it came to; null: nothing happened, and no span is kept. */
  after?: (result: R, ...args: A) => SpanFacts | null
  /** Kept only if something within it was: a worker's empty passes are no news. */
  onlyWithParts?: boolean
  /** The messages it tells of began with it: their traces begin with the request around it. */
  begins?: boolean
}

export type Tracer = <A extends unknown[], R>(
  name: string,
  work: (...args: A) => Promise<R>,
  options: SpanOptions<A, R>,
  args: A,
) => Promise<R>

/** On `globalThis`, because a web server may load this module once per route. */
const held = ((globalThis as typeof globalThis & { carillonTracing?: { tracer: Tracer | null } }).carillonTracing ??= {
  tracer: null,
})

/** @param next sees every call from now on; null ends it */
export function armTracing(next: Tracer | null): void {
  held.tracer = next
}

/** The same function with a span around it. While nobody traces, one comparison and nothing allocated. */
export function traced<A extends unknown[], R>(
  name: string,
  work: (...args: A) => Promise<R>,
  options: SpanOptions<A, R> = {},
): (...args: A) => Promise<R> {
  return (...args) => (held.tracer === null ? work(...args) : held.tracer(name, work, options, args))
}

/** An attribute longer than this is cut by most collectors. */
const LISTED_AT_MOST = 500

/** The messages that a span is about. */
export const MESSAGE_IDS = 'carillon.message.ids'

export const aboutMessages = (rows: readonly { id: MessageId }[]) => ({
  [MESSAGE_IDS]: rows.slice(0, LISTED_AT_MOST).map(({ id }) => id),
})
