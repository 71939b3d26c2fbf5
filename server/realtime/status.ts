/** What a gateway says about itself: `/healthz` for people and probes, `/metrics` for Prometheus. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { GatewayCounters } from './gateway-counters.ts'

export type GatewayStatus = {
  sockets: number
  rooms: number
  members: number
  topics: number
  redis: 'ready' | 'away'
  counters: GatewayCounters
}

/** Three rounds without an answer from MySQL: the gateway can no longer heal what was lost. */
const HEADS_TOO_OLD_MS = 45_000

export function answerStatus(request: IncomingMessage, response: ServerResponse, status: () => GatewayStatus): void {
  if (request.url === '/healthz') return answerHealth(response, status())
  if (request.url === '/metrics') {
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(formatMetrics(status()))
    return
  }
  response.writeHead(404).end()
}

function answerHealth(response: ServerResponse, status: GatewayStatus): void {
  const readAt_ms = status.counters.headsRead_ms
  const ok = readAt_ms !== null && Date.now() - readAt_ms < HEADS_TOO_OLD_MS
  response.writeHead(ok ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify({ ok, ...status }))
}

function formatMetrics({ sockets, rooms, topics, redis, counters }: GatewayStatus): string {
  const series: [name: string, kind: 'gauge' | 'counter', help: string, values: Record<string, number>][] = [
    ['sockets', 'gauge', 'Connected sockets', { '': sockets }],
    ['rooms', 'gauge', 'Conversations with a socket here', { '': rooms }],
    ['topics', 'gauge', 'Redis topics listened to', { '': topics }],
    ['redis_ready', 'gauge', '1 while every topic is subscribed', { '': redis === 'ready' ? 1 : 0 }],
    ['frames_total', 'counter', 'Frames received', { '': counters.frames }],
    ['frames_dropped_total', 'counter', 'Frames not emitted, healed by heads', labelled('reason', counters.dropped)],
    ['rights_reloads_total', 'counter', 'Reloads of a conversation whose version moved', { '': counters.reloads }],
    ['purges_total', 'counter', 'Rights lost by connected members', { '': counters.purges }],
    ['handshakes_refused_total', 'counter', 'Sockets refused', labelled('reason', counters.refused)],
  ]
  return series
    .map(([name, kind, help, values]) => {
      const full = `carillon_gateway_${name}`
      const lines = Object.entries(values).map(([labels, value]) => `${full}${labels} ${value}`)
      return [`# HELP ${full} ${help}`, `# TYPE ${full} ${kind}`, ...lines].join('\n')
    })
    .join('\n')
    .concat('\n')
}

function labelled(label: string, values: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`{${label}="${key}"}`, value]))
}
