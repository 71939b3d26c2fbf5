/**
 * The only reader of process.env. Unit, default and meaning stand on each field; `.env.example` lists the same keys.
 * Parsed once at the start of a process; every problem is reported together, and never with a value.
 */
import { z } from 'zod'

/** A URL with one of `schemes` and a host; no trailing slash. */
const url = (...schemes: string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)), {
      error: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    })
    .transform((value) => value.replace(/\/+$/, ''))

/** Words of `.env.example`, which must never reach a running product. */
const PLACEHOLDER = /change.?me|example|placeholder/i
const SECRET_LENGTH = 32
const secret = z
  .string()
  .min(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters; make one with: openssl rand -base64 33`)
  .refine((value) => !PLACEHOLDER.test(value), {
    error: 'is still the placeholder; make one with: openssl rand -base64 33',
  })

const port = (standard: number) => z.coerce.number().int().min(1).max(65_535).default(standard)

const environment = z.object({
  /** `production` refuses to seed a demo. */
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),

  /** mysql://user:password@host:port/database */
  DATABASE_URL: url('mysql'),
  /** redis://[:password@]host:port[/db] */
  REDIS_URL: url('redis', 'rediss'),

  /** Address people type. With https, cookies are sent over TLS alone. */
  APP_URL: url('http', 'https'),
  /** Address of the socket tier as browsers reach it. */
  GATEWAY_URL: url('http', 'https'),
  /** Address every server of this process binds to. */
  HOST: z.string().min(1).default('127.0.0.1'),
  GATEWAY_PORT: port(3001),

  /** Signs session cookies. */
  AUTH_SECRET: secret,
  /** Signs the tickets that let a browser open a socket. */
  TICKET_SECRET: secret,

  /** How long a sender may hold a message under a durable lease before another may take it, in seconds. */
  LEASE_SECONDS: z.coerce.number().int().min(5).max(600).default(30),

  /** Where the bytes of files lie, unless S3_BUCKET is given: a folder that every web process and the jobs worker see. */
  FILES_FOLDER: z.string().min(1).optional(),
  /** The bucket that files lie in instead, of anything that speaks S3; with it the endpoint and both keys are needed. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: url('http', 'https').optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),

  /** Where traces go (OTLP over HTTP, without /v1/traces); empty: nothing is traced. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),

  /** Faults this process is to suffer, for the chaos suite (arm-faults.ts); production ignores them. */
  CHAOS_FAULTS: z.string().min(1).optional(),

  /** Where the sign-ins of the demo workspace are written; only the demo sets it. */
  CARILLON_DEMO_FILE: z.string().min(1).optional(),
})

export type Env = z.infer<typeof environment>
export const ENV_KEYS = Object.keys(environment.shape)

/** Names every missing or wrong variable, and no value. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

type Source = Record<string, string | undefined>

/** @throws EnvError with all problems, one per line */
export const readEnv = (source: Source = process.env): Env => parse(environment, source)

/** Only where things are: all that a tool needs which reads and leaves. @throws EnvError */
export const readAddresses = (source: Source = process.env) => parse(environment.pick(ADDRESSES), source)
const ADDRESSES = {
  ...({ DATABASE_URL: true, REDIS_URL: true, FILES_FOLDER: true, S3_BUCKET: true, S3_ENDPOINT: true } as const),
  ...({ S3_REGION: true, S3_ACCESS_KEY_ID: true, S3_SECRET_ACCESS_KEY: true } as const),
}

function parse<T>(shape: z.ZodType<T>, source: Source): T {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = shape.safeParse(given)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => {
    const key = issue.path.join('.')
    return `  ${key}: ${key in given ? issue.message : 'is missing'}`
  })
  throw new EnvError(`The environment is not complete (.env.example explains each variable):\n${problems.join('\n')}`)
}
