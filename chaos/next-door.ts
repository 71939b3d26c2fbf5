/** The real web server as the load reaches it: signed in, over tRPC, as a page of the product does. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTRPCClient, httpLink } from '@trpc/client'
import { DomainError, type ErrorCode } from '#server/domain/errors.ts'
import type { MessageId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { ScheduleInput } from '#server/usecases/scheduled/new-scheduled.ts'
import type { AppRouter } from '#server/trpc/router.ts'
import { domainErrorOf } from '#app/_client/refusals.ts'
import type { Resources } from '#server/usecases/resources.ts'
import type { Door } from './call-web.ts'
import type { WebMethod } from './web-process.ts'

const SIGN_UP_TRIES = 5
const SIGN_UP_MS = 30_000

/** Cookie header by member. */
export type Sessions = ReadonlyMap<string, string>

/** Gives each of them an account and a session, made by the web server itself. */
export async function signUp(direct: Resources, url: string, people: readonly Actor[]): Promise<Sessions> {
  const sessions = new Map<string, string>()
  for (const { workspaceId, memberId } of people) {
    const { accountId, cookie } = await openAccount(url)
    sessions.set(memberId, cookie)
    await direct.mysql.read.query('UPDATE member SET account_id = ? WHERE workspace_id = ? AND id = ?', [
      accountId,
      workspaceId,
      memberId,
    ])
  }
  return sessions
}

/** Faults may strike already: an account whose answer is lost is left behind. */
async function openAccount(url: string): Promise<{ accountId: string; cookie: string }> {
  for (let left = SIGN_UP_TRIES; ; left--) {
    try {
      const response = await fetch(`${url}/api/auth/sign-up/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: url },
        body: JSON.stringify({ name: 'Someone', email: `${randomUUID()}@example.test`, password: randomUUID() }),
        signal: AbortSignal.timeout(SIGN_UP_MS),
      })
      if (!response.ok) throw new Error(`sign-up: ${response.status} ${await response.text()}`)
      const { user } = (await response.json()) as { user: { id: string } }
      const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
      return { accountId: user.id, cookie: cookies.join('; ') }
    } catch (error) {
      if (left === 0) throw error
      await sleep(SIGN_UP_MS / 10)
    }
  }
}

const TAKEN: ReadonlySet<WebMethod> = new Set(['schedule', 'edit', 'cancel', 'sendNow'])
export const isTakenByNext = (method: WebMethod): boolean => TAKEN.has(method)
/** Says nothing of the message: asked again. */
const PASSING: ReadonlySet<ErrorCode> = new Set(['rate_limited', 'not_signed_in'])

export function nextDoor(url: string, sessions: Sessions): Door {
  return async (actor, method, [input], signal) => {
    const { workspaceId } = actor
    const trpc = createTRPCClient<AppRouter>({
      links: [
        httpLink({
          url: `${url}/api/trpc`,
          headers: { origin: url, cookie: sessions.get(actor.memberId) ?? '' },
          fetch: (to, init) => fetch(to as string, { ...(init as RequestInit), signal }),
        }),
      ],
    })
    const asked = input as ScheduleInput & { id: MessageId; version: number }
    try {
      if (method === 'schedule') return await trpc.scheduled.create.mutate({ workspaceId, ...asked })
      if (method === 'edit') return await trpc.scheduled.edit.mutate({ workspaceId, ...asked })
      if (method === 'cancel') return await trpc.scheduled.cancel.mutate({ workspaceId, id: asked.id })
      if (method === 'sendNow') return await trpc.scheduled.sendNow.mutate({ workspaceId, id: asked.id })
    } catch (error) {
      const refused = domainErrorOf(error)
      throw refused && !PASSING.has(refused.code) ? new DomainError(refused.code, refused.facts) : error
    }
    throw new Error(`the web server is not asked for ${method}`)
  }
}
