import type { RedisLink } from '#server/redis/connect.ts'
import { quantilesOf, type Quantiles } from './statistics.ts'

/** More than a spike's claims, settlements and publications. */
const KEPT = 20_000
type SlowEntry = [id: number, at_s: number, took_us: number, args: string[]]

/** How long Redis itself was held by each claim script, in ms, since `start`. */
export async function timeClaims({ client }: RedisLink): Promise<{ stop(): Promise<Quantiles> }> {
  await client.config('SET', 'slowlog-max-len', KEPT)
  await client.config('SET', 'slowlog-log-slower-than', 0)
  await client.slowlog('RESET')
  return {
    async stop() {
      await client.config('SET', 'slowlog-log-slower-than', -1)
      const entries = (await client.slowlog('GET', KEPT)) as SlowEntry[]
      return quantilesOf(entries.filter(isClaim).map(([, , took_us]) => took_us / 1000))
    },
  }
}

/** The only script with three keys, the last of them a partition's epoch. */
const isClaim = ([, , , args]: SlowEntry) => args[2] === '3' && (args[5] ?? '').startsWith('epoch:')
