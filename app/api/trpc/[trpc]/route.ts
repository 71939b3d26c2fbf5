import { serveTrpc } from '#server/web/serve-trpc.ts'

export const dynamic = 'force-dynamic'

export const GET = (request: Request) => serveTrpc(request)
export const POST = (request: Request) => serveTrpc(request)
