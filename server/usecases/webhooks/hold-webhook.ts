import { timingSafeEqual } from 'node:crypto'
import type { ConversationId, WebhookId } from '#server/domain/ids.ts'
import type { Actor } from '#server/domain/member/authorize.ts'
import { markWebhookUsed, readHeldWebhook } from '#server/mysql/incoming-webhooks.ts'
import type { Resources } from '../resources.ts'
import { parseWebhookAddress, type WebhookAddress } from './webhook-address.ts'

/** `actor` is who made it. */
export type HeldWebhook = { id: WebhookId; conversationId: ConversationId; actor: Actor }

/**
 * Whose webhook this is, asked anew at every post, so that a revocation holds at once.
 * @returns null for an address that is mistyped, of nobody, revoked, or of somebody who was deactivated: it does not say which
 */
export async function holdWebhook(r: Resources, address: WebhookAddress): Promise<HeldWebhook | null> {
  const ref = parseWebhookAddress(address)
  if (!ref) return null
  const held = await readHeldWebhook(r.mysql.read, ref.workspaceId, ref.id)
  if (!held || !timingSafeEqual(Buffer.from(held.secretHash), Buffer.from(ref.secretHash))) return null
  const { webhook, maker } = held
  if (webhook.revokedMs !== null || maker.deactivated) return null
  return {
    id: webhook.id,
    conversationId: webhook.conversationId,
    actor: {
      workspaceId: ref.workspaceId,
      memberId: webhook.memberId,
      role: maker.role,
      client: `webhook:${webhook.label}`.slice(0, 80),
    },
  }
}

/** For whoever wonders whether it is still needed. */
export const noteWebhookUse = (r: Resources, { id, actor }: HeldWebhook): Promise<void> =>
  markWebhookUsed(r.mysql.read, actor.workspaceId, id)
