import type { ConversationKind } from '#server/domain/conversation/posting.ts'
import type { Scope } from '#server/domain/member/scopes.ts'
import type { TokenHolder } from '#server/usecases/tokens/check-token.ts'
import { SlackError } from './slack-error.ts'

/** @throws SlackError `missing_scope` unless the token has one of them, or none is asked for */
export function requireScope(holder: TokenHolder, scopes: readonly Scope[]): void {
  if (scopes.length === 0 || scopes.some((scope) => holder.scopes.includes(scope))) return
  throw new SlackError('missing_scope', [], { needed: scopes.join(','), provided: holder.scopes.join(',') })
}

const FAMILY = { public: 'channels', private: 'groups', direct: 'im' } as const

/** What a token needs to read conversations of this kind. */
export const scopeToRead = (kind: ConversationKind, what: 'read' | 'history'): Scope => `${FAMILY[kind]}:${what}`
export const SCOPES_TO_READ = [
  scopeToRead('public', 'read'),
  scopeToRead('private', 'read'),
  scopeToRead('direct', 'read'),
]
export const SCOPES_OF_HISTORY = [
  scopeToRead('public', 'history'),
  scopeToRead('private', 'history'),
  scopeToRead('direct', 'history'),
]

/** What a token needs to make or change channels of this kind. */
export const scopeToManage = (kind: 'public' | 'private'): Scope =>
  kind === 'public' ? 'channels:manage' : 'groups:write'
