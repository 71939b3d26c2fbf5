/**
 * Tokens of the Slack-compatible door as administrators manage them (N1). A token is told once, here, and stored only as
 * its hash. It speaks as a bot or as whoever makes it, never as another person: that would read what they read (I7).
 */
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, RowId } from '#server/domain/ids.ts'
import { parseScopes } from '#server/domain/member/scopes.ts'
import { listAccessTokens, revokeAccessToken, type AccessToken } from '#server/mysql/access-tokens.ts'
import { listMembersByIds, loadMember } from '#server/mysql/members.ts'
import { nudgeDirectory } from '../members/nudge-directory.ts'
import type { Resources } from '../resources.ts'
import { createBot, createToken, type CreatedToken } from './create-token.ts'

export type TokenView = AccessToken & { memberName: string }
export type SpeaksAs = { kind: 'me' } | { kind: 'new-bot'; name: string } | { kind: 'bot'; memberId: MemberId }

/** Newest first, revoked ones too. @throws DomainError `not_allowed` */
export async function listTokens(r: Resources, actor: Actor): Promise<TokenView[]> {
  authorize(actor, { to: 'manage-workspace' })
  const tokens = await listAccessTokens(r.mysql.read, actor.workspaceId)
  const ids = [...new Set(tokens.map(({ memberId }) => memberId))]
  const members = ids.length === 0 ? [] : await listMembersByIds(r.prisma, actor.workspaceId, ids)
  const names = new Map(members.map(({ id, displayName }) => [id, displayName]))
  return tokens.toReversed().map((token) => ({ ...token, memberName: names.get(token.memberId) ?? '' }))
}

/** @throws DomainError `not_allowed`; `not_found` where the bot is none; `invalid_input` for no scope or an unknown one */
export async function issueToken(
  r: Resources,
  actor: Actor,
  { speaksAs, label, scopes }: { speaksAs: SpeaksAs; label: string; scopes: readonly string[] },
): Promise<CreatedToken> {
  authorize(actor, { to: 'manage-workspace' })
  const input = { label, scopes: parseScopes(scopes) }
  if (input.scopes.length === 0) throw new DomainError('invalid_input', { field: 'scopes', problem: 'is empty' })
  switch (speaksAs.kind) {
    case 'me':
      return createToken(r, actor.workspaceId, actor.memberId, input)
    case 'bot': {
      const bot = await loadMember(r.prisma, actor.workspaceId, speaksAs.memberId)
      if (bot?.kind !== 'bot') throw new DomainError('not_found', { bot: speaksAs.memberId })
      return createToken(r, actor.workspaceId, bot.id, input)
    }
    case 'new-bot': {
      const created = await createBot(r, actor.workspaceId, { ...input, name: speaksAs.name })
      await nudgeDirectory(r, actor.workspaceId)
      return created
    }
  }
}

/** Holds at once. @throws DomainError `not_allowed`; `not_found` where no such token is in force */
export async function revokeToken(r: Resources, actor: Actor, id: RowId): Promise<void> {
  authorize(actor, { to: 'manage-workspace' })
  if (!(await revokeAccessToken(r.mysql.read, actor.workspaceId, id))) throw new DomainError('not_found', { token: id })
}
