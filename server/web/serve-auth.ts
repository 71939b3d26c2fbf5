import { webServer } from './web-server.ts'

/** Sign-in over HTTP (`/api/auth`): the library's own routes, never stored by anything in between. */
export async function serveAuth(request: Request): Promise<Response> {
  const { auth } = await webServer()
  const answer = await auth.handler(request)
  answer.headers.set('cache-control', 'private, no-store')
  return answer
}
