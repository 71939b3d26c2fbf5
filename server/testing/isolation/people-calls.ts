/** Of workspaces, their people, invitations, tokens and webhooks. */
import { seconds, millis } from '#server/domain/time/units.ts'
import { parseZone } from '#server/domain/time/zone.ts'
import * as accessTokens from '#server/mysql/access-tokens.ts'
import * as contentRules from '#server/mysql/content-rules.ts'
import * as webhooks from '#server/mysql/incoming-webhooks.ts'
import * as invitations from '#server/mysql/invitations.ts'
import * as members from '#server/mysql/members.ts'
import { readAdminPolicy, readHorizon } from '#server/mysql/workspace-rules.ts'
import * as workspaces from '#server/mysql/workspaces.ts'
import { write, type Call } from './call.ts'

export const PEOPLE_CALLS: Record<string, Call> = {
  'access-tokens.insertAccessToken': write((tx, { mine, theirs }) =>
    accessTokens.insertAccessToken(tx, mine, {
      id: theirs.tokenId,
      secretHash: theirs.tokenHash,
      memberId: theirs.memberId,
      kind: 'user',
      scopes: [],
      label: '',
    }),
  ),
  'access-tokens.readTokensBySecret': (tx, { mine, theirs }) =>
    accessTokens.readTokensBySecret(tx, [{ workspaceId: mine, secretHash: theirs.tokenHash }]),
  'access-tokens.listAccessTokens': (tx, { mine }) => accessTokens.listAccessTokens(tx, mine),
  'access-tokens.listAccessTokensOf': (tx, { mine, theirs }) =>
    accessTokens.listAccessTokensOf(tx, mine, theirs.memberId),
  'access-tokens.loadAccessToken': (tx, { mine, theirs }) => accessTokens.loadAccessToken(tx, mine, theirs.tokenId),
  'access-tokens.revokeAccessToken': (tx, { mine, theirs }) => accessTokens.revokeAccessToken(tx, mine, theirs.tokenId),

  'incoming-webhooks.insertWebhook': write((tx, { mine, theirs }) =>
    webhooks.insertWebhook(tx, mine, {
      id: theirs.webhookId,
      secretHash: theirs.webhookHash,
      conversationId: theirs.conversationId,
      memberId: theirs.memberId,
      label: '',
    }),
  ),
  'incoming-webhooks.readHeldWebhook': (tx, { mine, theirs }) => webhooks.readHeldWebhook(tx, mine, theirs.webhookId),
  'incoming-webhooks.loadWebhook': (tx, { mine, theirs }) => webhooks.loadWebhook(tx, mine, theirs.webhookId),
  'incoming-webhooks.listWebhooks': (tx, { mine, theirs }) =>
    webhooks.listWebhooks(tx, mine, theirs.memberId, theirs.memberId),
  'incoming-webhooks.revokeWebhookRow': (tx, { mine, me, theirs }) =>
    webhooks.revokeWebhookRow(tx, mine, theirs.webhookId, me),
  'incoming-webhooks.markWebhookUsed': (tx, { mine, theirs }) => webhooks.markWebhookUsed(tx, mine, theirs.webhookId),

  'invitations.insertInvitation': write((tx, { mine, theirs }) =>
    invitations.insertInvitation(tx, mine, {
      id: theirs.invitationId,
      secretHash: theirs.invitationHash,
      role: 'member',
      createdBy: theirs.memberId,
      validFor: millis(1),
    }),
  ),
  'invitations.loadInvitation': (tx, { mine, theirs }) => invitations.loadInvitation(tx, mine, theirs.invitationId),
  'invitations.loadInvitationBySecret': (tx, { mine, theirs }) =>
    invitations.loadInvitationBySecret(tx, mine, theirs.invitationHash),
  'invitations.lockInvitationBySecret': (tx, { mine, theirs }) =>
    invitations.lockInvitationBySecret(tx, mine, theirs.invitationHash),
  'invitations.countInvitationUse': (tx, { mine, theirs }) =>
    invitations.countInvitationUse(tx, mine, theirs.invitationId),
  'invitations.listInvitations': (tx, { mine, theirs }) =>
    invitations
      .listInvitations(tx, mine)
      .then((all) => all.filter((invitation) => invitation.createdBy === theirs.memberId)),
  'invitations.revokeInvitation': (tx, { mine, theirs }) => invitations.revokeInvitation(tx, mine, theirs.invitationId),

  'members.insertMember': write((tx, { mine, theirs }) =>
    members.insertMember(tx, mine, {
      id: theirs.memberId,
      accountId: theirs.accountId,
      kind: 'person',
      role: 'member',
      displayName: 'x',
      email: '',
      zone: parseZone('Etc/UTC'),
    }),
  ),
  'members.loadMember': (tx, { mine, theirs }) => members.loadMember(tx, mine, theirs.memberId),
  'members.loadMemberByAccount': (tx, { mine, theirs }) => members.loadMemberByAccount(tx, mine, theirs.accountId),
  'members.loadMemberByEmail': async (tx, { mine, theirs }) => {
    const [[row]] = (await tx.query('SELECT email FROM member WHERE id = ?', [theirs.memberId])) as unknown as [
      [{ email: string }],
    ]
    return members.loadMemberByEmail(tx, mine, row.email)
  },
  'members.listMembers': (_, { r, mine, me }) =>
    members.listMembers(r.prisma, mine).then((all) => all.filter(({ id }) => id !== me)),
  'members.listActiveMemberIds': (_, { r, mine, me }) =>
    members.listActiveMemberIds(r.prisma, mine, 500).then((all) => all.filter((id) => id !== me)),
  'members.listMembersAfter': (_, { r, mine, me }) =>
    members.listMembersAfter(r.prisma, mine, null, 500).then((all) => all.filter(({ id }) => id !== me)),
  'members.listMembersByIds': (_, { r, mine, theirs }) => members.listMembersByIds(r.prisma, mine, [theirs.memberId]),
  'members.listActiveAdministrators': (tx, { mine, me }) =>
    members.listActiveAdministrators(tx, mine, 500).then((all) => all.filter((id) => id !== me)),
  'members.lockMembers': (tx, { mine, theirs }) =>
    members.lockMembers(tx, [{ workspaceId: mine, memberId: theirs.memberId }]),
  'members.updateProfile': (_, { r, mine, theirs }) =>
    members.updateProfile(r.prisma, mine, theirs.memberId, { displayName: 'x' }),
  'members.lockMemberAndOwners': (tx, { mine, me, theirs }) =>
    members.lockMemberAndOwners(tx, mine, theirs.memberId).then((all) => all.filter(({ id }) => id !== me)),
  'members.setRole': (tx, { mine, theirs }) => members.setRole(tx, mine, theirs.memberId, 'owner'),
  'members.setDeactivated': (tx, { mine, theirs }) => members.setDeactivated(tx, mine, theirs.memberId),
  'members.clearDeactivated': (tx, { mine, theirs }) => members.clearDeactivated(tx, mine, theirs.memberId),
  'members.isActiveMember': (tx, { mine, theirs }) => members.isActiveMember(tx, mine, theirs.memberId),

  'workspaces.loadWorkspace': (_, { r, mine }) =>
    workspaces.loadWorkspace(r.prisma, mine).then((found) => (found?.name === 'Mine' ? null : found)),
  'workspaces.insertWorkspace': write((tx, { r }) => workspaces.insertWorkspace(tx, r.makeId(), 'x')),
  'workspaces.updateWorkspace': (_, { r, mine }) =>
    workspaces.updateWorkspace(r.prisma, mine, { freeze_s: 7 }).then((done) => !done),
  'content-rules.readContentRules': (tx, { mine }) => contentRules.readContentRules(tx, [mine]),
  'content-rules.writeContentRules': (tx, { mine }) => contentRules.writeContentRules(tx, mine, null),
  'workspace-rules.readAdminPolicy': (tx, { mine }) =>
    readAdminPolicy(tx, mine).then(({ mayRead, mayManage }) => mayRead || !mayManage),
  'workspace-rules.readHorizon': (tx, { mine }) =>
    readHorizon(tx, mine).then((horizon) => horizon - seconds(31_622_400)),
}
