import { handleWebhook } from '#server/slack/handle-webhook.ts'
import type { WebhookAddress } from '#server/usecases/webhooks/webhook-address.ts'
import { webServer } from './web-server.ts'

/** Incoming webhooks over HTTP (`/services/T…/B…/<secret>`). */
export async function serveWebhook(request: Request, address: WebhookAddress): Promise<Response> {
  const { slack } = await webServer()
  return handleWebhook(slack, address, request)
}
