import { randomUUID } from 'node:crypto'
import { AUTH_PATH, OPEN_ROUTES } from '#server/auth/create-auth.ts'
import { withRequestId } from '#server/process/request-id.ts'
import { isSameOriginJson, refuse, refuseForeign } from './same-origin.ts'
import { webServer, type WebServer } from './web-server.ts'

/** Sign-in over HTTP: the library's open routes, never stored by anything in between. */
export async function serveAuth(request: Request): Promise<Response> {
  return answerAuth(await webServer(), request)
}

export async function answerAuth({ auth, trustedOrigins }: WebServer, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  if (!OPEN_ROUTES.has(`${request.method} ${pathname.slice(AUTH_PATH.length)}`))
    return refuse(404, 'there is no such route')
  if (request.method !== 'GET' && !isSameOriginJson(request, trustedOrigins)) return refuseForeign()
  const requestId = randomUUID()
  const answer = await withRequestId(requestId, () => auth.handler(request))
  answer.headers.set('cache-control', 'private, no-store')
  answer.headers.set('x-request-id', requestId)
  return answer
}
