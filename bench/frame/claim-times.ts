import type { RedisLink } from '#server/redis/connect.ts'
import { spreadOf } from './statistics.ts'

/** More than a spike's claims, settlements and publications. */
const KEPT = 20_000
type SlowEntry = [id: number, at_s: number, took_us: number, args: string[]]

export type ClaimTimes = { claim_ms: number; claim_max_ms: number }

/**
 * How long Redis itself was held by a claim of a full batch, in ms: the middle one of as many of the longest as there were,
 * and the longest of all.
 */
export async function timeClaims({ client }: RedisLink): Promise<{ stop(batches: number): Promise<ClaimTimes> }> {
  await client.config('SET', 'slowlog-max-len', KEPT)
  await client.config('SET', 'slowlog-log-slower-than', 0)
  await client.slowlog('RESET')
  return {
    async stop(batches) {
      await client.config('SET', 'slowlog-log-slower-than', -1)
      const entries = (await client.slowlog('GET', KEPT)) as SlowEntry[]
      const took_us = entries.filter(isClaim).map(([, , took]) => took)
      const full = spreadOf(took_us.toSorted((a, b) => b - a).slice(0, batches))
      return { claim_ms: full.median / 1000, claim_max_ms: full.max / 1000 }
    },
  }
}

/** The only script with three keys, the last of them a partition's epoch. */
const isClaim = ([, , , args]: SlowEntry) => args[2] === '3' && (args[5] ?? '').startsWith('epoch:')
