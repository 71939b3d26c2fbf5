/**
 * `/healthz` and `/metrics`: figures of the whole system, without sign-in, because probes have none. They hold no text,
 * name or id of a tenant and no address. No CORS header and no cookie: another site's page can neither read them nor
 * learn more than anyone who can reach the port. A public proxy keeps both paths to itself (docs/health.md).
 */
import type { Check } from '#server/domain/operations/health.ts'
import { loadHealth } from '#server/usecases/operations/load-health.ts'
import { EnvError } from '#server/process/env.ts'
import { formatMetrics } from './health-metrics.ts'
import { webServer } from './web-server.ts'

type Reading = Awaited<ReturnType<typeof loadHealth>>

/** Answers within this time share one reading: asking often must cost the servers nothing. */
const FRESH_MS = 1_000
let last: { at: number; reading: Promise<Reading> } | null = null

/** 200 while messages go out, 503 once something is failing. */
export async function serveHealth(): Promise<Response> {
  const read = await readOrProblem()
  if (read instanceof Response) return read
  const { status, checks } = read.health
  return Response.json(
    { status, checks: checks.map(inReadingOrder) },
    { status: status === 'failing' ? 503 : 200, headers: HEADERS },
  )
}

export async function serveMetrics(): Promise<Response> {
  const read = await readOrProblem()
  if (read instanceof Response) return read
  return new Response(await formatMetrics(read), {
    headers: { ...HEADERS, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  })
}

/** For people who look at it with curl. */
function inReadingOrder({ name, status, message, value, limit, unit }: Check): Check {
  return { name, status, message, value, limit, unit }
}

const HEADERS = { 'cache-control': 'no-store', 'cross-origin-resource-policy': 'same-origin' }

async function readOrProblem(): Promise<Reading | Response> {
  try {
    return await readShared()
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    const message = 'The environment is not complete: the log of the start names each variable.'
    const check = { name: 'environment', status: 'failing', value: null, limit: null, unit: null, message }
    return Response.json({ status: 'failing', checks: [check] }, { status: 503, headers: HEADERS })
  }
}

function readShared(): Promise<Reading> {
  const now = performance.now()
  if (!last || now - last.at > FRESH_MS) {
    const reading = webServer().then(({ resources }) => loadHealth(resources))
    last = { at: now, reading }
    reading.catch(() => (last = null))
  }
  return last.reading
}
