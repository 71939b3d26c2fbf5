/** How the load and the simulated clients reach the web tier: any of its processes, again after a lost answer. */
import { setTimeout as sleep } from 'node:timers/promises'
import { DomainError } from '#server/domain/errors.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { SyncApi } from '#app/_client/sync/sync-api.ts'
import type { WebAnswer, WebCall, WebMethod } from './web-process.ts'

const PATIENCE_MS = 4_000
const AGAIN_MS = 150
/** Calls under way; more wait here instead of timing out there. */
const AT_ONCE = 48

/** One process of the web tier. @throws DomainError if refused, anything else if nothing is known */
export type Door = (actor: Actor, method: WebMethod, args: unknown[], signal: AbortSignal) => Promise<unknown>

export type WebTier = {
  /** One try at one process. @throws DomainError if refused, anything else if nothing is known */
  once(actor: Actor, method: WebMethod, args: unknown[]): Promise<unknown>
  /** Tries until an answer arrives or `for_ms` are over. */
  settle(actor: Actor, method: WebMethod, input: unknown, for_ms: number): Promise<Settled>
}

/** `wasUnknown`: an earlier try may have been carried out. `asked_ms`: when the try that was answered began. */
export type Settled =
  | { outcome: 'ok'; value: unknown; wasUnknown: boolean; asked_ms: number }
  | { outcome: 'refused'; code: string; wasUnknown: boolean }
  | { outcome: 'unknown' }

/** @param doorsFor those that take this method */
export function createWebTier(doorsFor: (method: WebMethod) => readonly Door[]): WebTier {
  let turn = 0
  let free = AT_ONCE
  const waiting: (() => void)[] = []
  const once: WebTier['once'] = async (actor, method, args) => {
    if (free > 0) free--
    else await new Promise<void>((go) => waiting.push(go))
    try {
      const doors = doorsFor(method)
      const door = doors[turn++ % doors.length]
      if (!door) throw new Error(`no web process takes ${method}`)
      return await inTime((signal) => door(actor, method, args, signal))
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
  return {
    once,
    async settle(actor, method, input, for_ms) {
      const deadline = performance.now() + for_ms
      for (let wasUnknown = false; ; wasUnknown = true) {
        const asked_ms = Date.now()
        try {
          return { outcome: 'ok', value: await once(actor, method, [input]), wasUnknown, asked_ms }
        } catch (error) {
          if (error instanceof DomainError) return { outcome: 'refused', code: error.code, wasUnknown }
          if (performance.now() > deadline) return { outcome: 'unknown' }
        }
        await sleep(AGAIN_MS)
      }
    },
  }
}

/** With a timer of its own: `AbortSignal.timeout` may be collected with the request that waits for it, which then never ends. */
function inTime<T>(ask: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = new AbortController()
    const timer = setTimeout(() => {
      abort.abort()
      reject(new Error(`no answer within ${PATIENCE_MS} ms`))
    }, PATIENCE_MS)
    void ask(abort.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}

/** The use cases behind a plain door (web-process.ts). */
export const plainDoor =
  (url: string): Door =>
  async (actor, method, args, signal) => {
    const call: WebCall = { method, actor, args }
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(call), signal })
    if (!response.ok) throw new Error(`answered ${response.status}`)
    const answer = (await response.json()) as WebAnswer
    if ('refused' in answer) throw new DomainError(answer.refused.code, answer.refused.facts)
    return answer.ok
  }

/** What a browser's tRPC client is to it. */
export function syncApiOver(web: WebTier, actor: Actor, gatewayUrl: () => string): SyncApi {
  const ask =
    (name: string) =>
    (...args: unknown[]) =>
      web.once(actor, `sync.${name}`, args)
  return {
    connect: async () => ({ ...((await ask('connect')()) as { ticket: string }), gatewayUrl: gatewayUrl() }),
    serverTime: ask('serverTime') as SyncApi['serverTime'],
    heads: ask('heads') as SyncApi['heads'],
    catchUp: ask('catchUp') as SyncApi['catchUp'],
    history: ask('history') as SyncApi['history'],
    post: ask('post') as SyncApi['post'],
    markRead: ask('markRead') as SyncApi['markRead'],
    markUnread: ask('markUnread') as SyncApi['markUnread'],
    conversations: ask('conversations') as SyncApi['conversations'],
    roster: ask('roster') as SyncApi['roster'],
    members: ask('members') as SyncApi['members'],
    scheduled: ask('scheduled') as SyncApi['scheduled'],
    plannedDrafts: ask('plannedDrafts') as SyncApi['plannedDrafts'],
    notices: ask('notices') as SyncApi['notices'],
    noticesSeen: ask('noticesSeen') as SyncApi['noticesSeen'],
  }
}
