import { serveWebhook } from '#server/web/serve-webhook.ts'

export const dynamic = 'force-dynamic'

type Params = { params: Promise<{ team: string; hook: string; secret: string }> }

export const POST = async (request: Request, { params }: Params) => serveWebhook(request, await params)
