import type { Auth } from '#server/auth/create-auth.ts'
import type { WebSession } from '#server/trpc/context.ts'

/** Use prolongs a session, but not beyond this age: then the password is asked again. */
const LONGEST_SESSION_MS = 90 * 86_400_000

/** Who the cookies of a request belong to, and the cookies that prolong the session, which the answer must carry. */
export async function readSession(
  auth: Auth,
  headers: Headers,
): Promise<{ session: WebSession | null; cookies: string[] }> {
  const { headers: answer, response } = await auth.api.getSession({ headers, returnHeaders: true })
  if (response && Date.now() - response.session.createdAt.getTime() > LONGEST_SESSION_MS)
    return { session: null, cookies: [] }
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
