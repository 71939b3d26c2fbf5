import { handleSlackCall } from '#server/slack/handle.ts'
import { webServer } from './web-server.ts'

/** The Slack-compatible door over HTTP (`/api/<method>`). */
export async function serveSlack(request: Request, method: string): Promise<Response> {
  const { slack } = await webServer()
  return handleSlackCall(slack, method, request)
}
