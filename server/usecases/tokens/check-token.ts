import { DomainError } from '#server/domain/errors.ts'
import type { RowId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Scope } from '#server/domain/member/scopes.ts'
import { loadAccessTokenBySecret, type TokenKind } from '#server/mysql/access-tokens.ts'
import { loadMember } from '#server/mysql/members.ts'
import type { Resources } from '../resources.ts'
import { parseToken } from './token-format.ts'

export type TokenHolder = { actor: Actor; tokenId: RowId; kind: TokenKind; scopes: Scope[] }

/**
 * Whose token this is, asked anew at every call, so that a revocation holds at once.
 * @throws DomainError `not_signed_in` with `reason`: `unknown`, `revoked`, `deactivated`
 */
export async function checkToken(r: Resources, token: string): Promise<TokenHolder> {
  const parsed = parseToken(token)
  if (!parsed) throw new DomainError('not_signed_in', { reason: 'unknown' })
  const stored = await loadAccessTokenBySecret(r.mysql.read, parsed.workspaceId, parsed.secretHash)
  if (!stored || stored.kind !== parsed.kind) throw new DomainError('not_signed_in', { reason: 'unknown' })
  if (stored.revoked) throw new DomainError('not_signed_in', { reason: 'revoked' })
  const member = await loadMember(r.prisma, parsed.workspaceId, stored.memberId)
  if (!member || member.deactivatedMs !== null) throw new DomainError('not_signed_in', { reason: 'deactivated' })
  return {
    actor: {
      workspaceId: parsed.workspaceId,
      memberId: member.id,
      role: member.role,
      client: `slack:${stored.label}`.slice(0, 80),
    },
    tokenId: stored.id,
    kind: stored.kind,
    scopes: stored.scopes as Scope[],
  }
}
