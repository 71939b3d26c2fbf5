import { formatId, parsePublicId, type WebhookId, type WorkspaceId } from '#server/domain/ids.ts'
import { DomainError } from '#server/domain/errors.ts'
import { hashSecret, SECRET_PATTERN } from '../secrets.ts'

/** The three parts of `/services/T…/B…/<secret>`, as they stand in an address. */
export type WebhookAddress = { team: string; hook: string; secret: string }
export type WebhookRef = { workspaceId: WorkspaceId; id: WebhookId; secretHash: string }

const SECRET = new RegExp(`^${SECRET_PATTERN}$`)

/** The address without its host, which only the asking browser knows. */
export const webhookPath = (workspaceId: WorkspaceId, id: WebhookId, secret: string) =>
  `/services/${formatId('workspace', workspaceId)}/${formatId('webhook', id)}/${secret}`

/** @returns null for what cannot be one of our addresses */
export function parseWebhookAddress({ team, hook, secret }: WebhookAddress): WebhookRef | null {
  if (!SECRET.test(secret)) return null
  try {
    return {
      workspaceId: parsePublicId<WorkspaceId>('workspace', team),
      id: parsePublicId<WebhookId>('webhook', hook),
      secretHash: hashSecret(secret),
    }
  } catch (error) {
    if (error instanceof DomainError) return null
    throw error
  }
}
