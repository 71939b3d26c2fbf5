/** Signing up, in and out, over the sign-in library's own HTTP door (`/api/auth`). The session is a cookie that scripts cannot read. */
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#server/domain/member/password.ts'

/** @returns null when done, otherwise in plain words why not */
export const signUp = (account: { name: string; email: string; password: string }): Promise<string | null> =>
  ask('sign-up/email', account)

/** @returns null when done, otherwise in plain words why not */
export const signIn = (email: string, password: string): Promise<string | null> =>
  ask('sign-in/email', { email, password })

/** @returns null when done, otherwise in plain words why not */
export const signOut = (): Promise<string | null> => ask('sign-out', {})

/** A sign-in of one's own account. `token` names it towards the server; it opens nothing without the cookie's signature. */
export type OwnSession = { token: string; current: boolean; userAgent: string; createdMs: number; lastUseMs: number }

/** One's own sign-ins, this one first, then by last use. @throws when the server was not reached or refuses */
export async function listSessions(): Promise<OwnSession[]> {
  const [all, current] = await Promise.all([fetchJson('list-sessions'), fetchJson('get-session')])
  const here = (current as { session: { token: string } } | null)?.session.token
  return (all as RawSession[])
    .map(({ token, userAgent, createdAt, updatedAt }) => ({
      token,
      current: token === here,
      userAgent: userAgent ?? '',
      createdMs: Date.parse(createdAt),
      lastUseMs: Date.parse(updatedAt),
    }))
    .toSorted((a, b) => Number(b.current) - Number(a.current) || b.lastUseMs - a.lastUseMs)
}

/** Signs another device out. @returns null when done, otherwise in plain words why not */
export const endSession = (token: string): Promise<string | null> => ask('revoke-session', { token })

/** Signs every other device out. @returns null when done, otherwise in plain words why not */
export const endOtherSessions = (): Promise<string | null> => ask('revoke-other-sessions', {})

type RawSession = { token: string; userAgent: string | null; createdAt: string; updatedAt: string }

/** Why `listSessions` threw, and what to do. */
export function unreadWords(error: unknown): string {
  const status = error instanceof Error && 'status' in error ? error.status : null
  if (status === 401) return 'You are signed out. Sign in again to go on.'
  if (status === 429) return 'Too many attempts. Wait a minute and try again.'
  return status === null ? UNREACHED : 'Something went wrong on our side. Please try again.'
}

async function fetchJson(path: string): Promise<unknown> {
  const answer = await fetch(`/api/auth/${path}`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
  if (!answer.ok) throw Object.assign(new Error(`${path}: ${answer.status}`), { status: answer.status })
  return answer.json()
}

async function ask(path: string, body: Record<string, string>): Promise<string | null> {
  try {
    const answer = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (answer.ok) return null
    return await refusalWords(answer)
  } catch {
    return UNREACHED
  }
}

const UNREACHED = 'The server cannot be reached. Check your connection and try again.'
const ANSWER_WITHIN_MS = 20_000

async function refusalWords(answer: Response): Promise<string> {
  if (answer.status === 429) return 'Too many attempts. Wait a minute and try again.'
  const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
  return REFUSALS[code ?? ''] ?? 'That did not work, for a reason on our side. Please try again.'
}

const REFUSALS: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'E-mail and password do not match. Check both and try again.',
  INVALID_EMAIL: 'That is not an e-mail address. Check it for typing mistakes.',
  USER_ALREADY_EXISTS: 'There is already an account with this e-mail. Sign in instead.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'There is already an account with this e-mail. Sign in instead.',
  PASSWORD_TOO_SHORT: `The password is too short: use at least ${MIN_PASSWORD_LENGTH} characters.`,
  PASSWORD_TOO_LONG: `The password is too long: ${MAX_PASSWORD_LENGTH} characters are the most.`,
}
