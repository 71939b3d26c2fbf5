import { serveSlack } from '#server/web/serve-slack.ts'

export const dynamic = 'force-dynamic'

type Params = { params: Promise<{ method: string }> }

export const GET = async (request: Request, { params }: Params) => serveSlack(request, (await params).method)
export const POST = async (request: Request, { params }: Params) => serveSlack(request, (await params).method)
