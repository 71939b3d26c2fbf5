/** Names people choose. A channel's key decides whether two names are the same; both are stored. */
import { DomainError } from '../errors.ts'
import type { ConversationId, WorkspaceId } from '../ids.ts'

const MAX_CONVERSATION_NAME = 80
const MAX_PERSON_OR_WORKSPACE_NAME = 80
const MAX_TOPIC = 250

export type ConversationName = { name: string; key: string }

/**
 * Letters and digits of any script, `-` and `_`; a leading `#` is dropped, capitals become small, spaces become `-`.
 * @throws DomainError `name_invalid`
 */
export function checkConversationName(given: string): ConversationName {
  const name = given.normalize('NFKC').trim().replace(/^#/, '').replace(/\s+/gu, '-').toLowerCase()
  if (!/^[\p{L}\p{N}\p{M}_-]+$/u.test(name))
    throw new DomainError('name_invalid', { name: given.slice(0, MAX_CONVERSATION_NAME) })
  if (name.length > MAX_CONVERSATION_NAME)
    throw new DomainError('name_invalid', { length: name.length, limit: MAX_CONVERSATION_NAME })
  return { name, key: name }
}

/** Of a person, a workspace or a bot: one line, not blank. @throws DomainError `name_invalid` */
export function checkDisplayName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
  if (name === '' || name.length > MAX_PERSON_OR_WORKSPACE_NAME) {
    throw new DomainError('name_invalid', { length: name.length, limit: MAX_PERSON_OR_WORKSPACE_NAME })
  }
  return name
}

/** @throws DomainError `invalid_input` */
export function checkTopic(given: string, field: 'topic' | 'purpose' = 'topic'): string {
  const text = given.trim()
  if (text.length > MAX_TOPIC) throw new DomainError('invalid_input', { field, length: text.length, limit: MAX_TOPIC })
  return text
}

/**
 * The channel that everyone of a workspace is in, for good. It carries the workspace's own number as its id, so nothing
 * has to be stored or looked up to find it.
 */
export const generalOf = (workspaceId: WorkspaceId) => workspaceId as string as ConversationId
