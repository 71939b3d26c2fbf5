import { createHash, randomUUID } from 'node:crypto'
import { MAX_KEY_LENGTH } from './limits.ts'
import type { SlackCall } from './method.ts'
import { wrongArgument } from './slack-error.ts'

/**
 * What makes a repeat of a call the same call (C9): the argument `client_msg_id`, or the header `Idempotency-Key`. A
 * key belongs to one member and one method. Without one every call is its own, and a repeat after a lost answer makes
 * a second message: messages of equal content are legal (K37).
 */
export function clientTokenOf(call: SlackCall, method: string, clientMsgId: string | undefined): string {
  const key = clientMsgId ?? call.idempotencyKey
  if (key === null || key === '') return `api:${randomUUID()}`
  if (key.length > MAX_KEY_LENGTH)
    throw wrongArgument('invalid_arguments', 'client_msg_id', key, `has at most ${MAX_KEY_LENGTH} characters`)
  return `api:${createHash('sha256').update(`${method}\n${key}`).digest('base64url')}`
}
