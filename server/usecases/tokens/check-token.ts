import { DomainError } from '#server/domain/errors.ts'
import type { RowId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Scope } from '#server/domain/member/scopes.ts'
import type { ZoneId } from '#server/domain/time/units.ts'
import {
  readTokensBySecret,
  secretKey,
  type HeldToken,
  type SecretRef,
  type TokenKind,
} from '#server/mysql/access-tokens.ts'
import { microBatchPer, type Outcome } from '../micro-batch.ts'
import type { Resources } from '../resources.ts'
import { parseToken } from './token-format.ts'

export type TokenHolder = { actor: Actor; zone: ZoneId; tokenId: RowId; kind: TokenKind; scopes: Scope[] }

const readBatched = microBatchPer(readTogether)

/**
 * Whose token this is, asked anew at every call, so that a revocation holds at once; concurrent calls ask together.
 * @throws DomainError `not_signed_in` with `reason`: `unknown`, `revoked`, `deactivated`
 */
export async function checkToken(r: Resources, token: string): Promise<TokenHolder> {
  const parsed = parseToken(token)
  if (!parsed) throw new DomainError('not_signed_in', { reason: 'unknown' })
  const stored = await readBatched(r, parsed)
  if (!stored || stored.kind !== parsed.kind) throw new DomainError('not_signed_in', { reason: 'unknown' })
  if (stored.revoked) throw new DomainError('not_signed_in', { reason: 'revoked' })
  if (stored.holder.deactivated) throw new DomainError('not_signed_in', { reason: 'deactivated' })
  return {
    actor: {
      workspaceId: parsed.workspaceId,
      memberId: stored.memberId,
      role: stored.holder.role,
      client: `slack:${stored.label}`.slice(0, 80),
    },
    zone: stored.holder.zone,
    tokenId: stored.id,
    kind: stored.kind,
    scopes: stored.scopes as Scope[],
  }
}

async function readTogether(r: Resources, refs: SecretRef[]): Promise<Outcome<HeldToken | undefined>[]> {
  const found = await readTokensBySecret(r.mysql.read, refs)
  return refs.map((ref) => ({ ok: found.get(secretKey(ref)) }))
}
