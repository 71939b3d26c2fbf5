/**
 * What every process shares: environment, logger, signals, ordered close, exit code (0 drained, 1 failed).
 * The first SIGTERM or SIGINT asks to drain, the second ends at once.
 */
import { armFaults } from './arm-faults.ts'
import { readEnv, type Env } from './env.ts'
import { createLogger, type Logger } from './logger.ts'
import { startTracing } from './start-tracing.ts'

export type ProcessContext = {
  env: Env
  log: Logger
  /** Aborted on the first signal: take no new work, finish what you hold. */
  signal: AbortSignal
  /** Registers a resource. Closed in reverse order, after `main` returns. */
  use: <T>(resource: T, close: (resource: T) => Promise<unknown> | unknown) => T
}

/** Longest drain before giving up, in milliseconds. Must stay below the supervisor's kill timeout. */
const DRAIN_MS = 20_000

export async function runProcess(name: string, main: (context: ProcessContext) => Promise<void>): Promise<never> {
  const env = readEnvOrExit(name)
  const log = createLogger({ name, level: env.LOG_LEVEL })
  const signal = drainOnSignal(log)
  const closers: (() => Promise<unknown> | unknown)[] = []
  let code = 0
  try {
    log.info('starting')
    armFaults(env)
    const endTracing = await startTracing(env, name)
    if (endTracing) closers.push(endTracing)
    await main({
      env,
      log,
      signal,
      use: (resource, close) => {
        closers.push(() => close(resource))
        return resource
      },
    })
  } catch (error) {
    log.fatal({ err: error }, 'crashed')
    code = 1
  }
  for (const close of closers.toReversed()) {
    try {
      await close()
    } catch (error) {
      log.error({ err: error }, 'close failed')
      code = 1
    }
  }
  log.info({ code }, 'stopped')
  process.exit(code)
}

function readEnvOrExit(name: string): Env {
  try {
    return readEnv()
  } catch (error) {
    createLogger({ name }).fatal(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

function drainOnSignal(log: Logger): AbortSignal {
  const stop = new AbortController()
  const onSignal = (sig: NodeJS.Signals) => {
    if (stop.signal.aborted) process.exit(1)
    log.info({ sig }, 'draining')
    stop.abort()
    setTimeout(() => {
      log.fatal({ drain_ms: DRAIN_MS }, 'drain timed out')
      process.exit(1)
    }, DRAIN_MS).unref()
  }
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  return stop.signal
}
