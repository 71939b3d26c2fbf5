/**
 * JSON lines on stdout. Only doors and workers log. Every line of one request carries its id by itself
 * (`withRequestId`), of one message through `log.child({ message_id })`. No message text, secret or bound SQL value gets out:
 * known fields are removed, and errors are reduced to type, message, code, stack and cause.
 */
import { pino, stdTimeFunctions, type Logger as PinoLogger } from 'pino'
import { currentRequestId } from './request-id.ts'

export type Logger = PinoLogger
export type LogLevel = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'

const SECRET_FIELDS = [
  'password',
  'token',
  'secret',
  'ticket',
  'cookie',
  'authorization',
  'text',
  'payload',
  'blocks',
  'sql',
]
const REDACTED = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`])

/** @param options.destination only tests give one */
export function createLogger(options: {
  name: string
  level?: LogLevel
  destination?: { write(line: string): void }
}): Logger {
  const settings = {
    name: options.name,
    level: options.level ?? 'info',
    timestamp: stdTimeFunctions.isoTime,
    mixin: requestFields,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: REDACTED, remove: true },
    serializers: { err: describeError, error: describeError, cause: describeError },
  }
  return pino(settings, options.destination ?? stdout())
}

/** Lines that cannot be written wait up to this many bytes, then they are dropped. */
const UNWRITTEN_AT_MOST = 1_048_576

/**
 * Written at once: with pino's default a process whose reader is gone never gets past its last flush, and lines swap at exit.
 * A full disk or a reader that is gone costs lines, never the process: sending matters more than telling.
 */
function stdout() {
  const lines = pino.destination({ fd: 1, sync: true, maxLength: UNWRITTEN_AT_MOST })
  lines.on('error', () => {})
  return lines
}

function requestFields(): { request_id?: string } {
  const id = currentRequestId()
  return id === undefined ? {} : { request_id: id }
}

const MAX_CAUSES = 5

/** Drivers hang the whole statement, values included, on their errors: only what is listed here is kept. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return String(error).slice(0, 500)
  const { code, errno } = error as { code?: unknown; errno?: unknown }
  return {
    type: error.name,
    message: error.message.slice(0, 1_000),
    ...(code === undefined ? {} : { code }),
    ...(errno === undefined ? {} : { errno }),
    stack: error.stack?.slice(0, 4_000),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: describeError(error.cause, depth + 1) }),
  }
}
