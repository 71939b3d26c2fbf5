/**
 * The Slack-compatible door: one HTTP request in, one answer out. Always status 200 with `ok`, except 429 with
 * Retry-After: the official SDKs repeat a call that got anything else, also one that posts. Knows no cookies and
 * never redirects. An unexpected failure is logged once, here, under the id that the answer carries.
 */
import { randomUUID } from 'node:crypto'
import { DomainError } from '#server/domain/errors.ts'
import { traced } from '#server/domain/operations/trace.ts'
import { checkToken, type TokenHolder } from '#server/usecases/tokens/check-token.ts'
import { toSlackError } from './error-map.ts'
import type { Answer, SlackHost, SlackMethod } from './method.ts'
import { readCall } from './read-request.ts'
import { findMethod } from './registry.ts'
import { requireScope } from './require-scope.ts'
import { SlackError } from './slack-error.ts'

export const handleSlackCall = traced('http /api/<method>', handle, {
  before: (_, name) => ({ 'rpc.system': 'slack', 'rpc.method': findMethod(name) ? name : 'unknown' }),
  after: (response) => ({
    'http.response.status_code': response.status,
    'carillon.request.id': response.headers.get('x-request-id') ?? '',
  }),
})

async function handle(host: SlackHost, name: string, request: Request): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'private, no-store', 'x-request-id': randomUUID() })
  try {
    return Response.json({ ok: true, ...(await answer(host, name, request, headers)) }, { headers })
  } catch (error) {
    if (error instanceof Limited) return refuseForNow(error, headers)
    if (error instanceof SlackError) return Response.json(failure(error), { headers })
    host.log.error({ request_id: headers.get('x-request-id'), method: name.slice(0, 80), err: error }, 'call failed')
    return Response.json(failure(new SlackError('internal_error')), { headers })
  }
}

async function answer(host: SlackHost, name: string, request: Request, headers: Headers): Promise<Answer> {
  const found = findMethod(name)
  if (!found) throw new SlackError('unknown_method', [], { req_method: name.slice(0, 80) })
  const { args, token } = await readCall(request)
  if ('answer' in found) return found.answer(args)

  const holder = await authenticate(host, found, token)
  headers.set('x-oauth-scopes', holder.scopes.join(','))
  if (found.scopes.length > 0) headers.set('x-accepted-oauth-scopes', found.scopes.join(','))
  await countCall(host, found, holder)
  requireScope(holder, found.scopes)
  const idempotencyKey = request.headers.get('idempotency-key')
  try {
    return await found.run({ host, actor: holder.actor, holder, idempotencyKey }, args)
  } catch (error) {
    throw error instanceof DomainError ? toSlackError(error, found.errors) : error
  }
}

const REFUSED_TOKEN: Record<string, string> = { revoked: 'token_revoked', deactivated: 'account_inactive' }

async function authenticate(host: SlackHost, method: SlackMethod, token: string | null): Promise<TokenHolder> {
  if (token === null) throw new SlackError('not_authed')
  // Tokens of apps open sockets and nothing else.
  if (token.startsWith('xapp-')) throw new SlackError('not_allowed_token_type')
  try {
    const holder = await checkToken(host.resources, token)
    if (!method.tokenKinds.includes(holder.kind)) throw new SlackError('not_allowed_token_type')
    return holder
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new SlackError(REFUSED_TOKEN[String(error.facts.reason)] ?? 'invalid_auth')
  }
}

class Limited extends Error {
  constructor(readonly retryAfter_s: number) {
    super('ratelimited')
  }
}

async function countCall(host: SlackHost, method: SlackMethod, holder: TokenHolder): Promise<void> {
  const { allowed, retryAfter } = await host.countCall(`slack:${holder.tokenId}:${method.name}`, method.rate)
  if (!allowed) throw new Limited(Math.max(1, Math.ceil(retryAfter / 1000)))
}

function refuseForNow({ retryAfter_s }: Limited, headers: Headers): Response {
  headers.set('retry-after', String(retryAfter_s))
  return Response.json(failure(new SlackError('ratelimited')), { status: 429, headers })
}

function failure({ code, messages, fields }: SlackError): Answer {
  return { ok: false, error: code, ...fields, ...(messages.length > 0 ? { response_metadata: { messages } } : {}) }
}
