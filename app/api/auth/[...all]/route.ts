import { serveAuth } from '#server/web/serve-auth.ts'

export const dynamic = 'force-dynamic'

export const GET = (request: Request) => serveAuth(request)
export const POST = (request: Request) => serveAuth(request)
