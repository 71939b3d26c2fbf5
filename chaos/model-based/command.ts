/** What every command of the model-based tests is made of: it acts on the real servers and then compares them with the oracle. */
import type fc from 'fast-check'
import { DomainError } from '#server/domain/errors.ts'
import { compare, type Real } from './compare.ts'
import type { Oracle } from './oracle.ts'

export type Command = fc.AsyncCommand<Oracle, Real, false>

export const command = (name: string, run: (oracle: Oracle, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run: async (oracle, real) => {
    await run(oracle, real)
    await compare(oracle, real)
  },
  toString: () => name,
})

/** @returns code of the refusal, or null */
export async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}
