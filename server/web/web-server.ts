/**
 * What the Next server holds once per process: environment, logger, pools, sign-in. Made at the first request, so that
 * a build needs no database, and kept on `globalThis`, so that a hot reload does not open a second set.
 */
import { createAuth, type Auth } from '#server/auth/create-auth.ts'
import { trustedOrigins } from '#server/process/trusted-origins.ts'
import { millis } from '#server/domain/time/units.ts'
import { readEnv, type Env } from '#server/process/env.ts'
import { createLogger, type Logger } from '#server/process/logger.ts'
import { startTracing } from '#server/process/start-tracing.ts'
import { openResources } from '#server/usecases/open-resources.ts'
import { createTicket } from '#server/realtime/ticket.ts'
import { createRateLimiter } from '#server/redis/rate-limiter.ts'
import type { SlackHost } from '#server/slack/method.ts'
import type { TrpcHost } from '#server/trpc/context.ts'
import type { Resources } from '#server/usecases/resources.ts'

export type WebServer = {
  env: Env
  log: Logger
  resources: Resources
  auth: Auth
  trustedOrigins: readonly string[]
  trpc: TrpcHost
  slack: SlackHost
}

const held = globalThis as typeof globalThis & { carillonWeb?: Promise<WebServer> | undefined }

/** @throws EnvError with everything that is missing */
export function webServer(): Promise<WebServer> {
  held.carillonWeb ??= openWebServer().catch((error: unknown) => {
    held.carillonWeb = undefined
    throw error
  })
  return held.carillonWeb
}

/** Changes one member may make in a minute through the browser's door; bursts of a fast typist are far below. */
const CHANGES_PER_MINUTE = { max: 1_200, window: millis(60_000) }
const SEARCHES_PER_MINUTE = { max: 120, window: millis(60_000) }

async function openWebServer(): Promise<WebServer> {
  const env = readEnv()
  const endTracing = await startTracing(env, 'web')
  // Next ends the process once its open requests are answered; meanwhile the last spans are handed over.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) if (endTracing) process.once(signal, () => void endTracing())
  return createWebServer(env, await openResources(env), createLogger({ name: 'web', level: env.LOG_LEVEL }))
}

/** Wires what it is given; opens nothing. */
export function createWebServer(env: Env, resources: Resources, log: Logger): WebServer {
  const limiter = createRateLimiter(resources.redis)
  return {
    env,
    log,
    resources,
    auth: createAuth(resources, env, log),
    trustedOrigins: trustedOrigins(env.APP_URL),
    trpc: {
      resources,
      log,
      appUrl: env.APP_URL,
      gatewayUrl: env.GATEWAY_URL,
      issueTicket: (holder) => createTicket(env.TICKET_SECRET, holder, Date.now()),
      countChange: (memberId) => limiter.consume(`changes:${memberId}`, CHANGES_PER_MINUTE),
      countSearch: (memberId) => limiter.consume(`searches:${memberId}`, SEARCHES_PER_MINUTE),
    },
    slack: {
      resources,
      log,
      appUrl: env.APP_URL,
      secret: env.AUTH_SECRET,
      countCall: (name, rule) => limiter.consume(name, rule),
    },
  }
}
