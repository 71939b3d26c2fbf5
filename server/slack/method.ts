/** What a method of the door is: its name, who may call it, what it takes, and what it does. */
import type { z } from 'zod'
import type { Actor } from '#server/domain/member/authorize.ts'
import type { Scope } from '#server/domain/member/scopes.ts'
import type { Millis } from '#server/domain/time/units.ts'
import type { Logger } from '#server/process/logger.ts'
import type { TokenHolder } from '#server/usecases/tokens/check-token.ts'
import type { Resources } from '#server/usecases/resources.ts'
import { argumentError, type Arguments } from './arguments.ts'
import type { ErrorOverrides } from './error-map.ts'
import { RATES, type Rate } from './limits.ts'

/** What the web process lends to this door. */
export type SlackHost = {
  resources: Resources
  log: Logger
  appUrl: string
  /** Signs cursors. */
  secret: string
  /** Counts one call. */
  countCall: (name: string, rule: { max: number; window: Millis }) => Promise<{ allowed: boolean; retryAfter: number }>
}

/** One authenticated call. */
export type SlackCall = {
  host: SlackHost
  actor: Actor
  holder: TokenHolder
  /** The header of that name, or null. */
  idempotencyKey: string | null
}

/** The fields beside `ok: true`. */
export type Answer = Record<string, unknown>

type Definition<Input> = {
  name: string
  /** Any one of them opens the method; what a conversation's kind needs beyond that is checked once it is known. */
  scopes: readonly Scope[]
  /** Kinds of token that may call it; none: it needs no token. */
  tokenKinds: readonly TokenHolder['kind'][]
  rate: keyof typeof RATES
  input: z.ZodType<Input>
  /** Where its codes differ from `error-map.ts`. */
  errors?: ErrorOverrides
}

/** `run` reads first and writes last: after its write nothing may fail, so that no commit is answered with an error. */
export type SlackMethod = Omit<Definition<unknown>, 'input' | 'rate'> & {
  rate: Rate
  run: (call: SlackCall, args: Arguments) => Promise<Answer>
}

export function defineMethod<Input>(
  definition: Definition<Input> & { run: (call: SlackCall, input: Input) => Promise<Answer> },
): SlackMethod {
  const { input, run, rate, ...rest } = definition
  return {
    ...rest,
    rate: RATES[rate],
    run: (call, args) => {
      const parsed = input.safeParse(args)
      if (!parsed.success) throw argumentError(parsed.error, args)
      return run(call, parsed.data)
    },
  }
}

export type OpenMethod = { name: string; answer: (args: Arguments) => Answer }
