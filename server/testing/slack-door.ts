/** The Slack-compatible door on a loopback port of its own, and the official client, unmodified, pointed at it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { LogLevel, retryPolicies, WebClient, type WebClientOptions } from '@slack/web-api'
import { formatId, type MemberId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { SCOPES, type Scope } from '#server/domain/member/scopes.ts'
import { createLogger } from '#server/process/logger.ts'
import { createRateLimiter } from '#server/redis/rate-limiter.ts'
import { handleSlackCall } from '#server/slack/handle.ts'
import { handleWebhook } from '#server/slack/handle-webhook.ts'
import type { SlackHost } from '#server/slack/method.ts'
import { createBot, createToken } from '#server/usecases/tokens/create-token.ts'
import type { Resources } from '#server/usecases/resources.ts'

/** What becomes of an answer that is ready: the connection is cut, or it arrives as a 500. */
export type Loss = 'cut' | 'status 500'

export type SlackAnswer = {
  ok: boolean
  error?: string
  response_metadata?: { messages?: string[]; next_cursor?: string }
} & Record<string, unknown>

export type SlackDoor = {
  url: string
  /** Where the path of an incoming webhook answers. */
  webhookUrl(path: string): string
  /** How many requests came in. */
  requests(): number
  /** The next answers are lost, one after the other. */
  loseNext(...losses: Loss[]): void
  client(token: string, options?: WebClientOptions): WebClient
  /** A call without the SDK, as JSON. */
  call(token: string | null, method: string, args?: Record<string, unknown>): Promise<SlackAnswer>
  close(): Promise<void>
}

export async function openSlackDoor(resources: Resources, changed: Partial<SlackHost> = {}): Promise<SlackDoor> {
  const limiter = createRateLimiter(resources.redis)
  const host: SlackHost = {
    resources,
    log: createLogger({ name: 'slack', level: 'silent' }),
    appUrl: 'http://chat.test',
    secret: 'a cursor secret that only tests know, long enough',
    countCall: (name, rule) => limiter.consume(name, rule),
    ...changed,
  }
  const losses: Loss[] = []
  let requests = 0
  const server = createServer((request, response) => {
    requests += 1
    void serve(host, request, response, losses)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`
  return {
    url,
    webhookUrl: (path) => new URL(path, url).href,
    requests: () => requests,
    loseNext: (...more) => void losses.push(...more),
    client: (token, options) =>
      new WebClient(token, {
        slackApiUrl: url,
        retryConfig: retryPolicies.rapidRetryPolicy,
        logLevel: LogLevel.ERROR,
        logger: QUIET,
        ...options,
      }),
    call: async (token, method, args = {}) => {
      const answer = await fetch(url + method, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(args),
      })
      return (await answer.json()) as SlackAnswer
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function serve(
  host: SlackHost,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  losses: Loss[],
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const url = new URL(incoming.url ?? '/', 'http://127.0.0.1')
  const headers = new Headers(
    Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const method = incoming.method ?? 'GET'
  const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {}
  const request = new Request(url, { method, headers, ...body })
  const [, root, ...rest] = url.pathname.split('/')
  const [team = '', hook = '', secret = ''] = rest
  const answer = await (root === 'services'
    ? handleWebhook(host, { team, hook, secret }, request)
    : handleSlackCall(host, rest.join('/'), request))
  const text = await answer.text()
  const loss = losses.shift()
  if (loss === 'cut') return void outgoing.destroy()
  outgoing.writeHead(loss === 'status 500' ? 500 : answer.status, Object.fromEntries(answer.headers))
  outgoing.end(loss === 'status 500' ? 'lost on the way' : text)
}

/** A token that speaks as the actor. */
export async function tokenOf(resources: Resources, actor: Actor, scopes: readonly Scope[] = SCOPES): Promise<string> {
  const { token } = await createToken(resources, actor.workspaceId, actor.memberId, { label: 'a program', scopes })
  return token
}

export async function addBot(
  resources: Resources,
  { workspaceId }: Actor,
  scopes: readonly Scope[] = SCOPES,
): Promise<{ token: string; memberId: MemberId; user: string }> {
  const { token, memberId } = await createBot(resources, workspaceId, { name: 'Robot', label: 'robot', scopes })
  return { token, memberId, user: formatId('member', memberId) }
}

const nothing = () => {}
/** Errors are what tests provoke; the SDK would print each. */
export const QUIET = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing,
}
