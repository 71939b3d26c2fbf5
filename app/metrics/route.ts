import { serveMetrics } from '#server/web/serve-health.ts'

export const dynamic = 'force-dynamic'

export const GET = () => serveMetrics()
