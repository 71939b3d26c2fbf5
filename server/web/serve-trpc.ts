/**
 * The tRPC door over HTTP. Every answer is private to whom it was made for; only JSON POSTs from our own pages change
 * anything. An unexpected failure is logged once, here, under the id that the answer carries.
 */
import { randomUUID } from 'node:crypto'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { withRequestId } from '#server/process/request-id.ts'
import { traced } from '#server/domain/operations/trace.ts'
import { ACTING_MEMBER_HEADER } from '#server/protocol/acting-member.ts'
import { createContext } from '#server/trpc/context.ts'
import { appRouter } from '#server/trpc/router.ts'
import { isSameOriginJson, refuse, refuseForeign } from './same-origin.ts'
import { readSession } from './read-session.ts'
import { webServer, type WebServer } from './web-server.ts'

/** The longest text with its frame is well below. */
const MAX_BODY_BYTES = 1_048_576
const MAX_BATCH = 50

export async function serveTrpc(request: Request): Promise<Response> {
  return answerTrpc(await webServer(), request)
}

/** Paths name procedures; what follows them in the address may be anybody's input and is not told. */
export const answerTrpc = traced('http /api/trpc', answer, {
  before: (_, request) => ({
    'http.request.method': request.method,
    'url.path': new URL(request.url).pathname,
  }),
  after: (response) => ({
    'http.response.status_code': response.status,
    'carillon.request.id': response.headers.get('x-request-id') ?? '',
  }),
})

async function answer({ auth, log, resources, trpc, trustedOrigins }: WebServer, request: Request): Promise<Response> {
  const requestId = randomUUID()
  if (request.method === 'POST') {
    if (!isSameOriginJson(request, trustedOrigins)) return refuseForeign()
    const length = Number(request.headers.get('content-length') ?? Number.NaN)
    if (!(length <= MAX_BODY_BYTES)) return refuse(413, `a request says its length, ${MAX_BODY_BYTES} bytes at most`)
  }
  const cookies: string[] = []
  const context = createContext(trpc, {
    requestId,
    loadSession: async () => {
      const read = await readSession(auth, resources, request.headers)
      cookies.push(...read.cookies)
      return read.session
    },
    asMember: request.headers.get(ACTING_MEMBER_HEADER),
  })
  const call = () =>
    fetchRequestHandler({
      endpoint: '/api/trpc',
      req: request,
      router: appRouter,
      maxBatchSize: MAX_BATCH,
      createContext: () => context,
      responseMeta: () => ({ headers: answerHeaders(requestId, cookies) }),
      onError: ({ error, path }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR') log.error({ path, err: error.cause ?? error }, 'call failed')
      },
    })
  return withRequestId(requestId, call)
}

function answerHeaders(requestId: string, cookies: readonly string[]): Headers {
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-request-id': requestId })
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}
