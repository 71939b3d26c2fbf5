import type { Auth } from '#server/auth/create-auth.ts'
import type { WebSession } from '#server/trpc/context.ts'
import { webServer } from './web-server.ts'

/** Who the cookies of a request belong to, for pages. @returns null when nobody is signed in */
export async function loadSession(headers: Headers): Promise<WebSession | null> {
  const { auth } = await webServer()
  return (await readSession(auth, headers)).session
}

/** Also the cookies that prolong it, which the answer must carry. */
export async function readSession(
  auth: Auth,
  headers: Headers,
): Promise<{ session: WebSession | null; cookies: string[] }> {
  const { headers: answer, response } = await auth.api.getSession({ headers, returnHeaders: true })
  return {
    session: response && {
      accountId: response.user.id,
      name: response.user.name,
      email: response.user.email,
      sessionId: response.session.id,
    },
    cookies: answer.getSetCookie(),
  }
}
