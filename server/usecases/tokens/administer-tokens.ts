/**
 * Tokens of programs, as people make and revoke them (N1): members those that speak as themselves, administrators all of
 * the workspace. A token is told once, here, and stored only as its hash. It speaks as a bot or as whoever makes it,
 * never as another person: that would read what they read (I7).
 */
import { authorize, type Actor } from '#server/domain/member/authorize.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { MemberId, RowId } from '#server/domain/ids.ts'
import { parseScopes } from '#server/domain/member/scopes.ts'
import {
  listAccessTokens,
  listAccessTokensOf,
  loadAccessToken,
  revokeAccessToken,
  type AccessToken,
} from '#server/mysql/access-tokens.ts'
import { listMembersByIds, loadMember } from '#server/mysql/members.ts'
import { nudgeDirectory } from '../members/nudge-directory.ts'
import type { Resources } from '../resources.ts'
import { createBot, createToken, type CreatedToken } from './create-token.ts'

export type TokenView = AccessToken & { memberName: string }
/** In force at once for one person: nobody needs more, and a program gone wrong makes no heap of them. */
const MAX_OWN_TOKENS = 50
export type SpeaksAs = { kind: 'me' } | { kind: 'new-bot'; name: string } | { kind: 'bot'; memberId: MemberId }

/** All of the workspace, newest first, revoked ones too. @throws DomainError `not_allowed` */
export async function listTokens(r: Resources, actor: Actor): Promise<TokenView[]> {
  authorize(actor, { to: 'manage-workspace' })
  const tokens = await listAccessTokens(r.mysql.read, actor.workspaceId)
  const ids = [...new Set(tokens.map(({ memberId }) => memberId))]
  const members = ids.length === 0 ? [] : await listMembersByIds(r.prisma, actor.workspaceId, ids)
  const names = new Map(members.map(({ id, displayName }) => [id, displayName]))
  return tokens.toReversed().map((token) => ({ ...token, memberName: names.get(token.memberId) ?? '' }))
}

/** Those that speak as the actor, newest first, revoked ones too. */
export async function listOwnTokens(r: Resources, actor: Actor): Promise<AccessToken[]> {
  return (await listAccessTokensOf(r.mysql.read, actor.workspaceId, actor.memberId)).toReversed()
}

/**
 * Anybody for themselves, administrators for bots too.
 * @throws DomainError `not_allowed`; `not_found` where the bot is none; `invalid_input` for no scope or an unknown one, `too_many_tokens`
 */
export async function issueToken(
  r: Resources,
  actor: Actor,
  { speaksAs, label, scopes }: { speaksAs: SpeaksAs; label: string; scopes: readonly string[] },
): Promise<CreatedToken> {
  if (speaksAs.kind !== 'me') authorize(actor, { to: 'manage-workspace' })
  const input = { label, scopes: parseScopes(scopes) }
  if (input.scopes.length === 0) throw new DomainError('invalid_input', { field: 'scopes', problem: 'is empty' })
  switch (speaksAs.kind) {
    case 'me':
      await checkOwnLimit(r, actor)
      return createToken(r, actor.workspaceId, actor.memberId, input)
    case 'bot': {
      const bot = await loadMember(r.mysql.read, actor.workspaceId, speaksAs.memberId)
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

async function checkOwnLimit(r: Resources, actor: Actor): Promise<void> {
  const inForce = (await listOwnTokens(r, actor)).filter(({ revoked }) => !revoked).length
  if (inForce >= MAX_OWN_TOKENS) throw new DomainError('too_many_tokens', { limit: MAX_OWN_TOKENS })
}

/** Holds at once. @throws DomainError `not_found` where no such token is in force, or it is another's and the actor no administrator */
export async function revokeToken(r: Resources, actor: Actor, id: RowId): Promise<void> {
  const token = await loadAccessToken(r.mysql.read, actor.workspaceId, id)
  if (!token) throw new DomainError('not_found', { token: id })
  authorize(actor, { to: 'use-token', token })
  if (!(await revokeAccessToken(r.mysql.read, actor.workspaceId, id))) throw new DomainError('not_found', { token: id })
}
