import { checkDisplayName } from '#server/domain/conversation/name.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, RowId, WorkspaceId } from '#server/domain/ids.ts'
import type { Scope } from '#server/domain/member/scopes.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import { insertAccessToken, type TokenKind } from '#server/mysql/access-tokens.ts'
import { insertMember, loadMember } from '#server/mysql/members.ts'
import { withTransaction } from '#server/mysql/tx.ts'
import { loadWorkspace } from '#server/mysql/workspaces.ts'
import type { Resources } from '../resources.ts'
import { hashSecret, makeSecret } from '../secrets.ts'
import { formatToken } from './token-format.ts'

export type CreateToken = { label: string; scopes: readonly Scope[] }
export type CreatedToken = { id: RowId; memberId: MemberId; token: string }

/**
 * For operators: a token that speaks as the member. It is told once and stored only as its hash.
 * @throws DomainError `not_found` if the workspace has no such active member
 */
export async function createToken(
  r: Resources,
  workspaceId: WorkspaceId,
  memberId: MemberId,
  input: CreateToken,
): Promise<CreatedToken> {
  const member = await loadMember(r.mysql.read, workspaceId, memberId)
  if (!member || member.deactivatedMs !== null) throw new DomainError('not_found', { member: memberId })
  const kind: TokenKind = member.kind === 'bot' ? 'bot' : 'user'
  const id = r.makeId<RowId>()
  const secret = makeSecret()
  await insertAccessToken(r.mysql.read, workspaceId, {
    id,
    secretHash: hashSecret(secret),
    memberId,
    kind,
    scopes: [...input.scopes],
    label: checkDisplayName(input.label),
  })
  return { id, memberId, token: formatToken(kind, workspaceId, secret) }
}

/** For operators: a bot, a member without a sign-in, and its first token. */
export async function createBot(
  r: Resources,
  workspaceId: WorkspaceId,
  input: CreateToken & { name: string },
): Promise<CreatedToken> {
  if (!(await loadWorkspace(r.prisma, workspaceId))) throw new DomainError('not_found', { workspace: workspaceId })
  const bot = {
    id: r.makeId<MemberId>(),
    accountId: null,
    kind: 'bot' as const,
    role: 'member' as const,
    displayName: checkDisplayName(input.name),
    email: '',
    zone: parseZone('Etc/UTC'),
  }
  await withTransaction(r.mysql, (tx) => insertMember(tx, workspaceId, bot))
  return createToken(r, workspaceId, bot.id, input)
}
