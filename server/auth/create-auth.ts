/**
 * Sign-in: accounts, passwords (scrypt) and sessions by better-auth, in tables of its own that belong to no workspace.
 * Membership, roles and authority are ours and elsewhere. Only what the product uses is open: every other route of the
 * library is closed before it is reached.
 */
import { createHash } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import { APIError, createAuthMiddleware, isAPIError } from 'better-auth/api'
import { checkDisplayName } from '#server/domain/conversation/name.ts'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#server/domain/member/password.ts'
import { millis } from '#server/domain/time/units.ts'
import type { Env } from '#server/process/env.ts'
import type { Logger } from '#server/process/logger.ts'
import { createRateLimiter, type RateLimiter } from '#server/redis/rate-limiter.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { trustedOrigins } from '#server/process/trusted-origins.ts'

const MAX_EMAIL_LENGTH = 191
const DAY_S = 86_400
/** A session ends after this long without use. */
const SESSION_S = 14 * DAY_S
/** Wrong passwords for one address, wherever they come from. */
const TRIES_PER_ADDRESS = { max: 20, window: millis(5 * 60_000) }

/** The routes of the library that are open to browsers, by method and path. */
export const OPEN_ROUTES: ReadonlySet<string> = new Set([
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'POST /change-password',
  'GET /list-sessions',
  'POST /revoke-session',
  'POST /revoke-sessions',
  'POST /revoke-other-sessions',
])
export const AUTH_PATH = '/api/auth'

export type Auth = ReturnType<typeof createAuth>
type AuthSettings = Pick<Env, 'APP_URL' | 'AUTH_SECRET'>

export function createAuth(resources: Pick<Resources, 'prisma' | 'redis'>, env: AuthSettings, log: Logger) {
  const limiter = createRateLimiter(resources.redis)
  const secure = env.APP_URL.startsWith('https://')
  return betterAuth({
    appName: 'Carillon',
    baseURL: env.APP_URL,
    basePath: AUTH_PATH,
    secret: env.AUTH_SECRET,
    trustedOrigins: trustedOrigins(env.APP_URL),
    database: prismaAdapter(resources.prisma, { provider: 'mysql', transaction: true }),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
    },
    session: { expiresIn: SESSION_S, updateAge: DAY_S, cookieCache: { enabled: false } },
    advanced: {
      // A __Host- cookie belongs to exactly this host and travels over TLS alone.
      cookiePrefix: secure ? '__Host-carillon' : 'carillon',
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipv6Subnet: 64 },
    },
    rateLimit: { enabled: true, window: 60, max: 300, customRules: RULES, customStorage: toStorage(limiter) },
    telemetry: { enabled: false },
    // What it calls errors are refusals, told to the caller; failures come through onAPIError.
    logger: { level: 'warn', log: (_level, message) => log.info({ from: 'sign-in' }, message) },
    onAPIError: {
      onError: (error) => {
        if (!isAPIError(error) || error.status === 'INTERNAL_SERVER_ERROR')
          log.error({ from: 'sign-in', err: error }, 'request failed')
      },
    },
    hooks: { before: checkRequest(limiter), after: forgetTries(limiter) },
  })
}

/** Per address of the caller, per minute; an office shares one. Guessing one account's password is limited above. */
const RULES = {
  '/sign-in/email': { window: 60, max: 60 },
  '/sign-up/email': { window: 60, max: 60 },
  '/get-session': false,
} as const

const toStorage = (limiter: RateLimiter) => ({
  async consume(key: string, rule: { window: number; max: number }) {
    const verdict = await limiter.consume(`auth:${key}`, { max: rule.max, window: millis(rule.window * 1000) })
    return { allowed: verdict.allowed, retryAfter: Math.ceil(verdict.retryAfter / 1000) }
  },
})

function checkRequest(limiter: RateLimiter) {
  return createAuthMiddleware(async (ctx) => {
    if (ctx.path === '/sign-in/email') {
      const { allowed } = await limiter.consume(addressKey(ctx.body), TRIES_PER_ADDRESS)
      if (!allowed)
        throw new APIError('TOO_MANY_REQUESTS', {
          message: 'Too many attempts for this address. Try again in a few minutes.',
        })
    }
    if (ctx.path === '/sign-up/email') checkNewAccount(ctx.body)
  })
}

function forgetTries(limiter: RateLimiter) {
  return createAuthMiddleware(async (ctx) => {
    if (ctx.path === '/sign-in/email' && ctx.context.newSession) await limiter.forget(addressKey(ctx.body))
  })
}

/** Only the hash of the address is kept in Redis. */
function addressKey(body: unknown): string {
  const { email } = (body ?? {}) as { email?: unknown }
  return `sign-in:${createHash('sha256').update(String(email).trim().toLowerCase()).digest('hex').slice(0, 32)}`
}

function checkNewAccount(body: unknown): void {
  const { name, email } = (body ?? {}) as { name?: unknown; email?: unknown }
  if (typeof email === 'string' && email.length > MAX_EMAIL_LENGTH) {
    throw new APIError('BAD_REQUEST', { message: `The e-mail address is longer than ${MAX_EMAIL_LENGTH} characters.` })
  }
  try {
    checkDisplayName(typeof name === 'string' ? name : '')
  } catch {
    throw new APIError('BAD_REQUEST', { code: 'NAME_INVALID', message: 'A name of 1 to 80 characters is needed.' })
  }
}
