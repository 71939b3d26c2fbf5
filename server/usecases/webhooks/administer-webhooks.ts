/**
 * Incoming webhooks, as people make and revoke them (N2): members for channels they may post in, administrators revoke any.
 * The address is told once, here, and its secret stored only as a hash. What comes in by it is posted as whoever made it,
 * with their rights at that moment: it can never write where they cannot.
 */
import { checkDisplayName } from '#server/domain/conversation/name.ts'
import { postingRefusal } from '#server/domain/conversation/posting.ts'
import { DomainError } from '#server/domain/errors.ts'
import type { ConversationId, WebhookId } from '#server/domain/ids.ts'
import { authorize, isAllowed, type Actor } from '#server/domain/member/authorize.ts'
import {
  insertWebhook,
  listWebhooks as listRows,
  loadWebhook,
  revokeWebhookRow,
  type ListedWebhook,
  type Webhook,
} from '#server/mysql/incoming-webhooks.ts'
import { listMembersByIds } from '#server/mysql/members.ts'
import { readWriterFacts, writerKey } from '#server/mysql/writer-facts.ts'
import { refusalError } from '../messages/refusal-error.ts'
import type { Resources } from '../resources.ts'
import { hashSecret, makeSecret } from '../secrets.ts'
import { webhookPath } from './webhook-address.ts'

/** `channelName` null: a private channel that the actor is not in (I7). */
export type OwnWebhookView = Omit<Webhook, 'revokedBy'> & { channelName: string | null }
/** `revokedByName` null: in force. */
export type WebhookView = OwnWebhookView & { memberName: string; revokedByName: string | null }

/** In force at once for one person. */
const MAX_OWN_WEBHOOKS = 50

/** All of the workspace, newest first, revoked ones too. @throws DomainError `not_allowed` */
export async function listWebhooks(r: Resources, actor: Actor): Promise<WebhookView[]> {
  authorize(actor, { to: 'manage-workspace' })
  const rows = await listRows(r.mysql.read, actor.workspaceId, actor.memberId)
  const ids = new Set(rows.flatMap(({ webhook: { memberId, revokedBy } }) => [memberId, revokedBy ?? memberId]))
  const members = ids.size === 0 ? [] : await listMembersByIds(r.prisma, actor.workspaceId, [...ids])
  const names = new Map(members.map(({ id, displayName }) => [id, displayName]))
  return rows.toReversed().map((row) => ({
    ...viewOf(actor, row),
    memberName: names.get(row.webhook.memberId) ?? '',
    revokedByName: row.webhook.revokedBy === null ? null : (names.get(row.webhook.revokedBy) ?? ''),
  }))
}

/** Those that the actor made, newest first, revoked ones too. */
export async function listOwnWebhooks(r: Resources, actor: Actor): Promise<OwnWebhookView[]> {
  const rows = await listRows(r.mysql.read, actor.workspaceId, actor.memberId, actor.memberId)
  return rows.toReversed().map((row) => viewOf(actor, row))
}

function viewOf(actor: Actor, { webhook, kind, channelName, isMember }: ListedWebhook): OwnWebhookView {
  const { revokedBy: _, ...shown } = webhook
  const mayRead = isAllowed(actor, { to: 'read-conversation', conversation: { kind, isMember } })
  return { ...shown, channelName: mayRead ? channelName : null }
}

export type CreatedWebhook = { id: WebhookId; path: string }

/**
 * @returns its address without the host, this once
 * @throws DomainError why the actor may not post there, `not_for_direct_messages`, `too_many_webhooks`, `name_invalid` for the label
 */
export async function createWebhook(
  r: Resources,
  actor: Actor,
  { conversationId, label }: { conversationId: ConversationId; label: string },
): Promise<CreatedWebhook> {
  const { workspaceId, memberId } = actor
  const writer = { workspaceId, conversationId, authorId: memberId }
  const fact = (await readWriterFacts(r.mysql.read, [writer])).get(writerKey(writer))
  const refusal = fact ? postingRefusal(fact.posting) : 'channel_deleted'
  if (!fact || refusal) throw refusalError(refusal ?? 'channel_deleted', fact?.kind)
  if (fact.kind === 'direct') throw new DomainError('not_for_direct_messages')
  const inForce = (await listOwnWebhooks(r, actor)).filter(({ revokedMs }) => revokedMs === null).length
  if (inForce >= MAX_OWN_WEBHOOKS) throw new DomainError('too_many_webhooks', { limit: MAX_OWN_WEBHOOKS })
  const [id, secret] = [r.makeId<WebhookId>(), makeSecret()]
  await insertWebhook(r.mysql.read, workspaceId, {
    ...{ id, conversationId, memberId, label: checkDisplayName(label) },
    secretHash: hashSecret(secret),
  })
  return { id, path: webhookPath(workspaceId, id, secret) }
}

/** Holds at once. @throws DomainError `not_found` where none is in force, or it is another's and the actor no administrator */
export async function revokeWebhook(r: Resources, actor: Actor, id: WebhookId): Promise<void> {
  const webhook = await loadWebhook(r.mysql.read, actor.workspaceId, id)
  if (!webhook) throw new DomainError('not_found', { webhook: id })
  authorize(actor, { to: 'use-webhook', webhook })
  const revoked = await revokeWebhookRow(r.mysql.read, actor.workspaceId, id, actor.memberId)
  if (!revoked) throw new DomainError('not_found', { webhook: id })
}
