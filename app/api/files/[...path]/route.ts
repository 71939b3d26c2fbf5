import { serveFiles } from '#server/web/serve-files.ts'

export const dynamic = 'force-dynamic'

export const GET = (request: Request) => serveFiles(request)
export const PUT = (request: Request) => serveFiles(request)
export const POST = (request: Request) => serveFiles(request)
