/**
 * Incoming webhooks: one HTTP POST in, a word in plain text out, as Slack answers: `ok`, or why not with a status of its
 * own. The secret in the address is all that opens it; it is never logged, traced or answered. A webhook that is not there
 * and one that is no longer anybody's look the same (I7).
 */
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DomainError, type ErrorCode } from '#server/domain/errors.ts'
import { formatId } from '#server/domain/ids.ts'
import { traced } from '#server/domain/operations/trace.ts'
import { postMessage } from '#server/usecases/messages/post-message.ts'
import { holdWebhook, noteWebhookUse, type HeldWebhook } from '#server/usecases/webhooks/hold-webhook.ts'
import type { WebhookAddress } from '#server/usecases/webhooks/webhook-address.ts'
import { argumentError, flagArgument, textArgument, type Arguments } from './arguments.ts'
import { callerAddress } from './caller-address.ts'
import { composeContent, contentArguments } from './content.ts'
import { findThread } from './find-thread.ts'
import { MAX_KEY_LENGTH, WEBHOOK_CALLER_RATE, WEBHOOK_RATE } from './limits.ts'
import type { SlackHost } from './method.ts'
import { readPayload } from './read-request.ts'
import { SlackError } from './slack-error.ts'

export const handleWebhook = traced('http /services', handle, {
  after: (response) => ({
    'http.response.status_code': response.status,
    'carillon.request.id': response.headers.get('x-request-id') ?? '',
  }),
})

/** Why nothing was posted, as the caller is told. */
class Refusal extends Error {
  constructor(
    readonly word: string,
    readonly status: number,
    readonly retryAfter_s: number | null = null,
  ) {
    super(word)
  }
}

async function handle(host: SlackHost, address: WebhookAddress, request: Request): Promise<Response> {
  const requestId = randomUUID()
  const answer = (word: string, status: number, more: Record<string, string> = {}) =>
    new Response(word, {
      status,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-request-id': requestId,
        ...more,
      },
    })
  try {
    await post(host, address, request)
    return answer('ok', 200)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal) {
      const { word, status, retryAfter_s } = refusal
      return answer(word, status, retryAfter_s === null ? {} : { 'retry-after': String(retryAfter_s) })
    }
    host.log.error({ request_id: requestId, err: error }, 'webhook failed')
    return answer('rollup_error', 500)
  }
}

async function post(host: SlackHost, address: WebhookAddress, request: Request): Promise<void> {
  await count(host, `webhook-from:${callerAddress(request.headers)}`, WEBHOOK_CALLER_RATE)
  const held = await holdWebhook(host.resources, address)
  if (!held) throw new Refusal('no_service', 404)
  await count(host, `webhook:${held.id}`, WEBHOOK_RATE)
  const given = parse(await readPayload(request))
  const content = composeContent(given)
  const { actor, conversationId } = held
  const thread = await findThread({ host, actor }, conversationId, given.thread_ts)
  await postMessage(host.resources, actor, {
    ...{ conversationId, ...content, threadRootId: thread?.rootId ?? null },
    alsoInChannel: given.reply_broadcast,
    origin: 'api',
    clientToken: clientTokenOf(held, request.headers.get('idempotency-key')),
  })
  // The message stands: nothing that happens from here on may answer with an error.
  await noteWebhookUse(host.resources, held).catch((error: unknown) =>
    host.log.warn({ err: error }, 'the last use of a webhook was not noted'),
  )
}

async function count(host: SlackHost, name: string, rule: typeof WEBHOOK_RATE): Promise<void> {
  const { allowed, retryAfter } = await host.countCall(`slack:${name}`, rule)
  if (!allowed) throw new Refusal('rate_limited', 429, Math.max(1, Math.ceil(retryAfter / 1000)))
}

const input = z.object({
  ...contentArguments,
  thread_ts: textArgument.optional(),
  reply_broadcast: flagArgument.default(false),
})

function parse(payload: Arguments): z.infer<typeof input> {
  const parsed = input.safeParse(payload)
  if (!parsed.success) throw argumentError(parsed.error, payload)
  return parsed.data
}

/** Names the webhook, so that each of its messages can be traced to it. With a key of the caller's a repeat makes no second one (C9). */
function clientTokenOf({ id }: HeldWebhook, key: string | null): string {
  if (key !== null && key.length > MAX_KEY_LENGTH) throw new Refusal('invalid_payload', 400)
  const own = key ? createHash('sha256').update(key).digest('base64url') : randomUUID()
  return `hook:${formatId('webhook', id)}:${own}`
}

/** Bodies that could not be read; a webhook knows one word for them. */
const UNREADABLE = new Set([
  ...['invalid_json', 'json_not_object', 'invalid_form_data', 'invalid_arguments', 'request_timeout'],
  ...['missing_post_type', 'invalid_post_type', 'invalid_charset'],
])
const STATUS_OF: Record<string, number> = { request_too_large: 413, thread_not_found: 404 }

/** What can speak against posting. All else means that the maker may not write there any more. */
const REFUSALS: Partial<Record<ErrorCode, [word: string, status: number]>> = {
  conversation_archived: ['channel_is_archived', 410],
  thread_not_found: ['thread_not_found', 404],
  token_reused: ['idempotency_key_reused', 409],
}
const MAY_NOT: [word: string, status: number] = ['action_prohibited', 403]
/** Who made it is gone between the look and the post, or the whole workspace stands still. */
const REFUSALS_BY_REASON: Record<string, [word: string, status: number]> = {
  author_deactivated: ['no_service', 404],
  author_left_workspace: ['no_service', 404],
  workspace_suspended: ['team_disabled', 403],
}

/** null: not expected. */
function refusalOf(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (error instanceof SlackError)
    return UNREADABLE.has(error.code)
      ? new Refusal('invalid_payload', 400)
      : new Refusal(error.code, STATUS_OF[error.code] ?? 400)
  if (!(error instanceof DomainError)) return null
  const [word, status] = REFUSALS_BY_REASON[String(error.facts.reason)] ?? REFUSALS[error.code] ?? MAY_NOT
  return new Refusal(word, status)
}
