/** A browser of one person as the web process sees it: cookies, origin and JSON over real requests, without a network. */
import { randomUUID } from 'node:crypto'
import { readEnv, type Env } from '#server/process/env.ts'
import { createLogger } from '#server/process/logger.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { answerAuth } from '#server/web/serve-auth.ts'
import { answerTrpc } from '#server/web/serve-trpc.ts'
import { createWebServer, type WebServer } from '#server/web/web-server.ts'

export const APP_URL = 'http://127.0.0.1:3000'

export function createTestWebServer(resources: Resources, changed: Partial<Record<keyof Env, string>> = {}): WebServer {
  const env = readEnv({
    NODE_ENV: 'test',
    DATABASE_URL: 'mysql://unused@127.0.0.1/unused',
    REDIS_URL: 'redis://127.0.0.1',
    APP_URL,
    GATEWAY_URL: 'http://127.0.0.1:3001',
    AUTH_SECRET: randomUUID() + randomUUID(),
    TICKET_SECRET: randomUUID() + randomUUID(),
    ...changed,
  })
  return createWebServer(env, resources, createLogger({ name: 'test', level: 'silent' }))
}

export type Answer = { status: number; headers: Headers; body: unknown }
export type CallAnswer = {
  data: unknown
  domain: { code: string; facts: Record<string, unknown> } | null
  status: number
  headers: Headers
}

export function openBrowser(web: WebServer, origin: string = web.env.APP_URL) {
  const jar = new Map<string, string>()
  const send = async (
    answer: (web: WebServer, request: Request) => Promise<Response>,
    path: string,
    body?: unknown,
  ): Promise<Answer> => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers: Record<string, string> = {
      origin,
      cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
    }
    if (text !== undefined)
      Object.assign(headers, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) })
    const init = text === undefined ? { headers } : { method: 'POST', headers, body: text }
    const response = await answer(web, new Request(`${web.env.APP_URL}${path}`, init))
    for (const cookie of response.headers.getSetCookie()) keep(jar, cookie)
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? ((await response.json()) as unknown) : null,
    }
  }
  return {
    jar,
    auth: (path: string, body?: unknown) => send(answerAuth, `/api/auth/${path}`, body),
    async signUp(name = 'Somebody', email = `${randomUUID()}@example.test`, password = 'correct horse') {
      const answer = await send(answerAuth, '/api/auth/sign-up/email', { name, email, password })
      if (answer.status !== 200) throw new Error(`sign-up: ${answer.status} ${JSON.stringify(answer.body)}`)
      return { email, password }
    },
    query: async (path: string, input?: object) => {
      const asked = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
      return toCall(await send(answerTrpc, `/api/trpc/${path}${asked}`))
    },
    mutate: async (path: string, input: object) => toCall(await send(answerTrpc, `/api/trpc/${path}`, input)),
  }
}
export type Browser = ReturnType<typeof openBrowser>

function keep(jar: Map<string, string>, cookie: string): void {
  const [pair = '', ...attributes] = cookie.split(';')
  const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
  if (attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute)) || value === '') jar.delete(name)
  else jar.set(name, value)
}

function toCall({ status, headers, body }: Answer): CallAnswer {
  const { result, error } = body as {
    result?: { data: never }
    error?: { data: { domain: never } }
  }
  return {
    status,
    headers,
    data: result?.data,
    domain: error?.data.domain ?? null,
  }
}
