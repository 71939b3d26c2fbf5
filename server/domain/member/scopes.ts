/** What a token may be used for, spelled as Slack's scopes, so that their SDKs and documents apply. */
import { DomainError } from '../errors.ts'

export const SCOPES = [
  'chat:write',
  'chat:write.public',
  'channels:read',
  'channels:history',
  'channels:join',
  'channels:manage',
  'groups:read',
  'groups:history',
  'groups:write',
  'im:read',
  'im:history',
  'im:write',
  'mpim:read',
  'mpim:history',
  'mpim:write',
  'emoji:read',
  'files:read',
  'files:write',
  'search:read',
  'team:read',
  'pins:read',
  'pins:write',
  'reactions:read',
  'reactions:write',
  'users:read',
  'users:read.email',
  'users.profile:read',
] as const
export type Scope = (typeof SCOPES)[number]

/** @throws DomainError `invalid_input` naming the first unknown one */
export function parseScopes(given: readonly string[]): Scope[] {
  const unknown = given.find((scope) => !(SCOPES as readonly string[]).includes(scope))
  if (unknown !== undefined) throw new DomainError('invalid_input', { field: 'scopes', value: unknown.slice(0, 80) })
  return SCOPES.filter((scope) => given.includes(scope))
}
